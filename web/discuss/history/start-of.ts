/** The input for the first of several changes that are taken together. */
export const startOf = (id: number | null): { readonly startVersionId?: number } =>
  id === null ? {} : { startVersionId: id }
