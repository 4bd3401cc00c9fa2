interface Schema {
  get?(name: string): unknown;
}

interface Tools {
  getSampleSchema(schema: Schema, ...rest: unknown[]): unknown;
}

interface React {
  createElement(component: unknown, props: object): unknown;
}

/** Plugin of Swagger UI: form fields are empty, unless the document has a value for them. Otherwise Swagger UI fills in
 *  samples, and "privacy: 0" makes a website public. The source of this function runs in the browser, so it must not
 *  use anything outside of it.
 *  @see https://swagger.io/docs/open-source-tools/swagger-ui/customization/plug-points/ */
export function emptyForms(): object {
  return {
    wrapComponents: {
      RequestBody:
        (original: unknown, { React }: { React: React }) =>
        (props: { fn: Tools }) => {
          const getSampleSchema = (schema: Schema, ...rest: unknown[]) => {
            // Whole bodies come with their example, fields of a form do not.
            if (!schema.get || rest[2] !== undefined) return props.fn.getSampleSchema(schema, ...rest);
            const isList = String(schema.get('type')).includes('array');
            return schema.get('default') ?? schema.get('example') ?? (isList ? [] : '');
          };
          return React.createElement(
            original,
            Object.assign({}, props, { fn: Object.assign({}, props.fn, { getSampleSchema }) }),
          );
        },
    },
  };
}
