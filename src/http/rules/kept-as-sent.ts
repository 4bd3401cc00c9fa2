const KEPT = Symbol('kept as sent');

/** Blanks at the value's ends belong to it and are not trimmed. */
export function KeptAsSent(): PropertyDecorator {
  return (prototype, property) => {
    const kept = (Reflect.getMetadata(KEPT, prototype) ?? []) as string[];
    Reflect.defineMetadata(KEPT, [...kept, String(property)], prototype);
  };
}

export function isKeptAsSent(dto: new () => object, name: string): boolean {
  return ((Reflect.getMetadata(KEPT, dto.prototype as object) ?? []) as string[]).includes(name);
}
