/** The addresses of the pages of releases. A tag is one segment, with its slashes encoded. */
export const releasesPath = (namespace: string): string => `/${namespace}/-/releases`
export const newReleasePath = (namespace: string): string => `${releasesPath(namespace)}/new`
export const releasePath = (namespace: string, tag: string): string => `${releasesPath(namespace)}/${tag}`
export const editReleasePath = (namespace: string, tag: string): string => `${releasePath(namespace, tag)}/edit`
