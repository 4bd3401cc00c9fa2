interface Schema {
  get?(name: string): unknown;
}

interface Tools {
  getSampleSchema(schema: Schema, ...rest: unknown[]): unknown;
}

interface React {
  createElement(component: unknown, props: object): unknown;
}

/** Plugin of Swagger UI: fields of a form begin empty, unless the document has a value for them, so that nothing is
 *  sent that nobody entered. It would make values up, and "privacy: 0" makes a website public. Runs in the browser, as
 *  it stands here, so it must refer to nothing outside.
 *  @see https://swagger.io/docs/open-source-tools/swagger-ui/customization/plug-points/ */
export function emptyForms(): object {
  return {
    wrapComponents: {
      RequestBody:
        (original: unknown, { React }: { React: React }) =>
        (props: { fn: Tools }) => {
          const getSampleSchema = (schema: Schema, ...rest: unknown[]) =>
            // The fields of a form come as immutable maps, whole bodies as objects.
            schema.get
              ? (schema.get('default') ?? schema.get('example') ?? '')
              : props.fn.getSampleSchema(schema, ...rest);
          return React.createElement(
            original,
            Object.assign({}, props, { fn: Object.assign({}, props.fn, { getSampleSchema }) }),
          );
        },
    },
  };
}
