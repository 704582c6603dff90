/** Dropped or picked files by path, including all files of folders. */
export async function filesDropped(transfer: DataTransfer): Promise<Map<string, File>> {
  // the browser clears the entries at the first await
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  if (entries.length === 0) return filesPicked(transfer.files)
  const files = new Map<string, File>()
  for (const entry of entries) await walk(entry, files)
  return files
}

/** A picked folder names its files by their paths, a picked file by its name. */
export const filesPicked = (files: FileList): Map<string, File> =>
  new Map([...files].map((file) => [file.webkitRelativePath || file.name, file]))

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

async function walk(entry: FileSystemEntry, files: Map<string, File>): Promise<void> {
  if (entry.name.startsWith('.')) return
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    files.set(entry.fullPath.replace(/^\//, ''), file)
  } else if (isFolder(entry)) for (const child of await folderEntries(entry)) await walk(child, files)
}

/** A folder returns its entries in batches. An empty batch is the end. */
async function folderEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
