/** Ref and path as the operations of pages take them; absent where the address ends before. */
export function onPath(params: Readonly<Record<string, string>>): {
  readonly namespace: string
  readonly path?: string
} {
  const { namespace = '', _splat = '' } = params
  return _splat === '' ? { namespace } : { namespace, path: _splat }
}

/** The input for a search that continues: how many commits the earlier steps have examined. */
export const searchedIn = ({ searched }: Readonly<Record<string, unknown>>): { readonly searched?: number } =>
  /^\d{1,9}$/.test(String(searched)) ? { searched: Number(searched) } : {}
