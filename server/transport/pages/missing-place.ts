import type { Context } from '#server/context.ts'
import { placeHeaderAt } from '#server/foundation/namespaces/header-at.ts'

const shape = /^\/(?:groups\/)?(.+?)\/-\//

/**
 * The data of a page that was not found: the header of the group or project that its address names, whose navigation
 * stands around the message from the first frame.
 *
 * @param address  path and query
 * @returns JSON; null where the address names no place that the viewer may know of
 */
export async function missingPlace(ctx: Context, address: string): Promise<string | null> {
  const fullPath = shape.exec(decoded(address.replace(/\?.*/s, '')))?.[1]
  const header = fullPath === undefined ? null : await placeHeaderAt(ctx, fullPath)
  return header === null ? null : `{"namespace":${header.text}}`
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
