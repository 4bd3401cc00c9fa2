/** Applies decorators of methods to the method of a parameter. */
export function onMethod(...decorators: MethodDecorator[]): ParameterDecorator {
  return (target, key = '') => {
    const descriptor = Object.getOwnPropertyDescriptor(target, key) ?? {};
    for (const decorate of decorators) decorate(target, key, descriptor);
  };
}
