type InNamespace = { readonly namespace: string }

/** Ref and path as in an address. */
const words = (...parts: readonly string[]): string =>
  parts
    .filter(part => part !== '')
    .flatMap(part => part.split('/'))
    .map(encodeURIComponent)
    .join('/')

export const treeHref = ({ namespace }: InNamespace, ref: string, path = ''): string =>
  `/${namespace}/-/tree/${words(ref, path)}`

export const blobHref = ({ namespace }: InNamespace, ref: string, path: string): string =>
  `/${namespace}/-/blob/${words(ref, path)}`

/** The form of a new file. @param path  the folder it goes into, or the path it is to have */
export const newFileHref = ({ namespace }: InNamespace, ref: string, path = ''): string =>
  `/${namespace}/-/new/${words(ref, path)}`

/** The form that changes, renames or moves a file. */
export const editFileHref = ({ namespace }: InNamespace, ref: string, path: string): string =>
  `/${namespace}/-/edit/${words(ref, path)}`

/** The editor for several files of a branch, with one of them open. */
export const ideHref = ({ namespace }: InNamespace, ref: string, path: string): string =>
  `/${namespace}/-/ide/${words(ref, path)}`

export const blameHref = ({ namespace }: InNamespace, ref: string, path: string): string =>
  `/${namespace}/-/blame/${words(ref, path)}`

/** @source DIFF-040 */
export const rawHref = ({ namespace }: InNamespace, ref: string, path: string): string =>
  `${namespace.startsWith('/') ? '' : '/'}${namespace}/-/raw/${words(ref, path)}`

export const commitsHref = ({ namespace }: InNamespace, ref: string, path = ''): string =>
  `/${namespace}/-/commits/${words(ref, path)}`

export const commitHref = ({ namespace }: InNamespace, sha: string): string => `/${namespace}/-/commit/${sha}`

export const pipelineHref = ({ namespace }: InNamespace, id: number): string => `/${namespace}/-/pipelines/${id}`

export const branchesHref = ({ namespace }: InNamespace): string => `/${namespace}/-/branches`

export const tagsHref = ({ namespace }: InNamespace): string => `/${namespace}/-/tags`

/** @param to  empty: still to be chosen */
export const compareHref = ({ namespace }: InNamespace, from: string, to: string, straight = false): string =>
  `/${namespace}/-/compare/${words(`${from}${straight ? '..' : '...'}${to}`)}`

/** A comparison that begins in another project of the fork network. */
export const compareAcrossHref = (
  { namespace, id }: InNamespace & { readonly id: number },
  [from, fromProjectId]: readonly [ref: string, projectId: number],
  to: string,
): string => `${compareHref({ namespace }, from, to)}${fromProjectId === id ? '' : `?from_project_id=${fromProjectId}`}`

export const archiveFormats = ['zip', 'tar.gz', 'tar.bz2', 'tar'] as const

/** The files of a ref in one file: `/weft/loom/-/archive/feature/x/loom-feature-x.zip`. */
export const archiveHref = (
  { namespace }: InNamespace,
  ref: string,
  format: (typeof archiveFormats)[number],
): string => {
  const name = namespace.slice(namespace.lastIndexOf('/') + 1)
  return `/${namespace}/-/archive/${words(ref)}/${encodeURIComponent(`${name}-${ref.replaceAll('/', '-')}.${format}`)}`
}

/** The address of the form for two branches. @param targetProjectId  absent: upstream of a fork, else the project itself */
export function newMergeRequestHref(
  namespace: string,
  source: string | null,
  target: string | null,
  targetProjectId?: number,
): string {
  const words = new URLSearchParams()
  if (source !== null) words.set('merge_request[source_branch]', source)
  if (targetProjectId !== undefined) words.set('merge_request[target_project_id]', String(targetProjectId))
  if (target !== null) words.set('merge_request[target_branch]', target)
  return `/${namespace}/-/merge_requests/new?${words.toString()}`
}

export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
