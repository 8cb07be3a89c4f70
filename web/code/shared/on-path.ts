/** Ref and path as the operations of pages take them; absent where the address ends before. @param search  may say by `ref_type` what the ref is */
export function onPath(
  params: Readonly<Record<string, string>>,
  { ref_type: refType }: Readonly<Record<string, unknown>> = {},
): {
  readonly namespace: string
  readonly path?: string
} {
  const { namespace = '', _splat = '' } = params
  const isKind = (refType === 'heads' || refType === 'tags') && !_splat.startsWith('refs/')
  return _splat === '' ? { namespace } : { namespace, path: isKind ? `refs/${refType}/${_splat}` : _splat }
}

/** The project in which a comparison begins. */
export const fromProjectIn = ({
  from_project_id: id,
}: Readonly<Record<string, unknown>>): { readonly fromProjectId?: number } =>
  /^[1-9]\d{0,9}$/.test(String(id)) ? { fromProjectId: Number(id) } : {}

/** The input for a search that continues: how many commits the earlier steps have examined. */
export const searchedIn = ({ searched }: Readonly<Record<string, unknown>>): { readonly searched?: number } =>
  /^\d{1,9}$/.test(String(searched)) ? { searched: Number(searched) } : {}
