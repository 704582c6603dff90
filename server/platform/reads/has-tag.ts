/** Whether an `If-None-Match` header names the ETag, be it weak or of a packed body. */
export function hasTag(header: string | undefined, etag: string): boolean {
  if (header === undefined || header === etag) return header !== undefined
  const tags = header.split(',').map((tag) => strong(tag.trim()))
  return tags.includes(strong(etag)) || tags.includes('*')
}

/** The ETag of a body in an encoding. Strong tags of different bytes must differ. */
export const packedTag = (etag: string, encoding: string): string => etag.replace(/"$/, `.${encoding}"`)

const strong = (tag: string): string => tag.replace(/^W\//, '').replace(/\.(br|gzip)"$/, '"')
