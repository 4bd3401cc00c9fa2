interface Response {
  delete(name: string): Response;
}

interface React {
  createElement(component: unknown, props: object): unknown;
}

/** Plugin of Swagger UI: leaves out the headers of responses, and the examples of errors, which are the same everywhere. The
 *  source of this function runs in the browser, so it must not use anything outside of it.
 *  @see https://swagger.io/docs/open-source-tools/swagger-ui/customization/plug-points/ */
export function shortResponses(): object {
  return {
    wrapComponents: {
      response:
        (original: unknown, { React }: { React: React }) =>
        (props: { readonly code: string; readonly response: Response }) => {
          const short = props.response.delete('headers');
          const response = props.code.startsWith('2') ? short : short.delete('content');
          return React.createElement(original, Object.assign({}, props, { response }));
        },
    },
  };
}
