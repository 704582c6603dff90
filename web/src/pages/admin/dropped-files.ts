let waiting: ReadonlyMap<string, Blob> = new Map()

/** Leaves files to the page that opens next. */
export function leaveFiles(files: ReadonlyMap<string, Blob>): void {
  waiting = files
}

/** The files that were left to this page, once. */
export function takeFiles(): ReadonlyMap<string, Blob> {
  const files = waiting
  waiting = new Map()
  return files
}

/** The path of a file that changed since it was selected, so that the browser refuses to read it. Null: all are readable. */
export async function findUnreadableFile(files: ReadonlyMap<string, Blob>): Promise<string | null> {
  for (const [path, file] of files) {
    const read = await file
      .slice(0, 1)
      .arrayBuffer()
      .catch(() => null)
    if (read === null) return path
  }
  return null
}
