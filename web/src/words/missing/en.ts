/** The page of an address that does not exist. */
export const en = {
  title: 'Not found',
  nothing: 'There is nothing here.',
  mistyped: 'The address may be mistyped. [All arenas] are one click away.',
}
