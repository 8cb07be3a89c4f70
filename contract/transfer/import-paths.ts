/** The address of the page of an import. */
export const importPagePath = (namespace: string, importId: number | string): string =>
  `/${namespace}/-/issues/imports/${importId}`
