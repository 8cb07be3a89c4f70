/** A file of this device, with where it lies below what was given. */
export interface GivenFile {
  readonly path: string
  readonly file: File
}

/** The files that were dropped, also those inside of folders. */
export async function droppedFiles(dropped: DataTransfer): Promise<readonly GivenFile[]> {
  // The list is emptied when the event is over.
  const entries = Array.from(dropped.items).map(item => item.webkitGetAsEntry())
  const plain = Array.from(dropped.files, file => ({ path: file.name, file }))
  if (entries.every(entry => entry === null || entry.isFile)) return plain
  return (await Promise.all(entries.map(entry => (entry === null ? [] : filesIn(entry))))).flat()
}

async function filesIn(entry: FileSystemEntry): Promise<readonly GivenFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ path: entry.fullPath.replace(/^\//, ''), file }]
  }
  if (!isFolder(entry) || entry.name === '.git') return []
  const reader = entry.createReader()
  const found: FileSystemEntry[] = []
  for (;;) {
    // A reader tells a hundred at a time, and none at the end.
    const more = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (more.length === 0) break
    found.push(...more)
  }
  return (await Promise.all(found.map(filesIn))).flat()
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** @throws when the file is gone or may not be read */
export function toBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      const url = String(reader.result)
      resolve(url.slice(url.indexOf(',') + 1))
    }
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'))
    reader.readAsDataURL(file)
  })
}
