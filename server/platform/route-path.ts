/** A path parameter in hono's form: `:name`, or `:name{pattern}` up to the next slash. */
export const PATH_PARAMETER = /:(\w+)(?:\{(.*?)\}(?=\/|$))?/g

/** The path of a route in OpenAPI's form: `/a/{arena}` for `/a/:arena`. */
export const openApiPath = (path: string): string => path.replace(PATH_PARAMETER, '{$1}')
