/**
 * The number of open files for connections to the database, processes of git with their pipes, repositories, uploads
 * and outgoing requests.
 */
const reserved = 384
/** More sockets than this would take memory that the rest of the server needs: about 15 kB each. */
const maxSockets = 10_000

/** The number of files and sockets that this process can have open. Node raises the soft limit to the hard one when it starts. */
export function openFilesLimit(): number {
  // The look-up of host names for the report could take seconds. The types do not know the switch yet.
  Object.assign(process.report, { excludeNetwork: true })
  const report: unknown = process.report.getReport()
  const soft = (report as { readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } } }).userLimits
    ?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}

/** The accepted sockets of all ports together that leave enough files for everything else. */
export const socketsWithin = (openFiles: number): number =>
  Math.min(maxSockets, Math.max(openFiles - reserved, Math.floor(openFiles / 4)))

/** Error message while the process, or the system, can open no more files. */
export const outOfFilesSentence = 'The server is handling too many requests. Try again in a moment.'

/** Whether something failed because no more files or sockets can be opened, however deep the cause. */
export function isOutOfFiles(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')) || isOutOfFiles(error.cause)
}
