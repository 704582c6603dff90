/** A file that cannot be used at all; its message says in one line what, where and what to do. */
export class FileError extends Error {
  override name = 'FileError'
}
