/** What a reference in stored HTML points at. */
export interface StoredReference {
  readonly kind: string
  readonly id: string
}

/**
 * Turns references to what this reader may not see back into what was typed; links whose text the author wrote become plain links.
 *
 * Works on the HTML of `renderParsed` alone, where references are anchors without another anchor inside and `<`, `>`, `"` are escaped in
 * attributes, so a scan of the string is enough. References without `data-reference-id` are for everybody.
 */
export function redact(html: string, isVisible: (reference: StoredReference) => boolean): string {
  let out = ''
  let last = 0
  for (let at = html.indexOf(' data-reference-id="'); at !== -1; at = html.indexOf(' data-reference-id="', at + 1)) {
    const start = html.lastIndexOf('<a ', at)
    const end = html.indexOf('>', at)
    if (start < last || end === -1) continue
    const tag = html.slice(start, end + 1)
    const reference = {
      kind: attribute(tag, 'data-reference-type') ?? '',
      id: attribute(tag, 'data-reference-id') ?? '',
    }
    if (isVisible(reference)) continue
    out += html.slice(last, start)
    if (attribute(tag, 'data-link-reference') !== null) {
      out += `<a href="${attribute(tag, 'href') ?? ''}">`
      last = end + 1
    } else {
      const close = html.indexOf('</a>', end)
      out += attribute(tag, 'data-original') ?? ''
      last = close === -1 ? html.length : close + 4
    }
  }
  return last === 0 && out === '' ? html : out + html.slice(last)
}

/** Every reference stored in the HTML, once each: what to ask for before `redact`. */
export function storedReferences(html: string): readonly StoredReference[] {
  const found = new Map<string, StoredReference>()
  for (let at = html.indexOf(' data-reference-id="'); at !== -1; at = html.indexOf(' data-reference-id="', at + 1)) {
    const tag = html.slice(html.lastIndexOf('<a ', at), html.indexOf('>', at) + 1)
    const kind = attribute(tag, 'data-reference-type')
    const id = attribute(tag, 'data-reference-id')
    if (kind !== null && id !== null) found.set(`${kind}/${id}`, { kind, id })
  }
  return [...found.values()]
}

/** Its value still escaped, which is what HTML wants back. */
function attribute(tag: string, name: string): string | null {
  const at = tag.indexOf(` ${name}="`)
  if (at === -1) return null
  const start = at + name.length + 3
  return tag.slice(start, tag.indexOf('"', start))
}
