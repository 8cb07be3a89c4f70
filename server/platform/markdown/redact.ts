/** The target of a reference in stored HTML. */
export interface StoredReference {
  readonly kind: string
  readonly id: string
}

// A literal `<` never occurs in text, so no text can look like this.
const opening = '<a data-reference-id="'

/**
 * Turns references to targets that this reader may not see back into the typed text; links whose text the author wrote
 * become plain links.
 *
 * Works on the HTML of `renderParsed` alone, whose references begin with their id, hold no other anchor and escape `>`
 * and `"` in attributes: a scan of the string is enough. References without an id are for all readers.
 */
export function redact(html: string, isVisible: (reference: StoredReference) => boolean): string {
  let out = ''
  let last = 0
  for (let start = html.indexOf(opening); start !== -1; start = html.indexOf(opening, start + opening.length)) {
    const end = html.indexOf('>', start) + 1
    const tag = html.slice(start, end)
    if (isVisible(referenceOf(tag))) continue
    out += html.slice(last, start)
    if (attribute(tag, 'data-link-reference') !== null) {
      out += `<a href="${attribute(tag, 'href') ?? ''}">`
      last = end
    } else {
      out += attribute(tag, 'data-original') ?? ''
      last = html.indexOf('</a>', end) + 4
    }
  }
  return last === 0 ? html : out + html.slice(last)
}

/**
 * Turns every reference back into the typed text, also those that all readers of the namespace may know of: for readers
 * who may know of the text alone.
 */
export function withoutReferences(html: string): string {
  return html.replace(/<a ([^>]*)>(.*?)<\/a>/gs, (whole, attributes: string, inner: string) => {
    const tag = ` ${attributes}`
    if (attribute(tag, 'data-reference-type') === null) return whole
    return attribute(tag, 'data-link-reference') === null
      ? (attribute(tag, 'data-original') ?? '')
      : `<a href="${attribute(tag, 'href') ?? ''}">${inner}</a>`
  })
}

/** Puts the uploads of a project at another address, for readers without access to it. @param folder  before the secret */
export function withUploadsAt(html: string, projectId: number, folder: string): string {
  const address = new RegExp(`(\\s(?:src|href)=")[^":]*/-/project/${projectId}/uploads(/[0-9a-f]{32}/[^"/]+")`, 'g')
  return html.replace(address, (_whole, before: string, rest: string) => `${before}${folder}${rest}`)
}

/**
 * Leaves out the uploads and repository files of the namespace, which only its members may load: in place of an image stands its
 * alternative text, in place of a link or of a film with one the text of the link.
 */
export function withoutFiles(html: string): string {
  return html
    .replace(/<img [^>]*>/g, tag => (isOwnFile(attribute(tag, 'src')) ? (attribute(tag, 'alt') ?? '') : tag))
    .replace(/<(video|audio) ([^>]*)><\/\1>/g, (whole, _name, attributes: string) =>
      isOwnFile(attribute(` ${attributes}`, 'src')) ? '' : whole,
    )
    .replace(/<a ([^>]*)>(.*?)<\/a>/gs, (whole, attributes: string, inner: string) =>
      isOwnFile(attribute(` ${attributes}`, 'href')) ? inner : whole,
    )
}

const isOwnFile = (address: string | null): boolean =>
  address !== null && /\/uploads\/[0-9a-f]{32}\/|^\/(?!\/).*\/-\/raw\//.test(address)

/** All references stored in the HTML, once each: the ids to check before `redact`. */
export function storedReferences(html: string): readonly StoredReference[] {
  const found = new Map<string, StoredReference>()
  for (let start = html.indexOf(opening); start !== -1; start = html.indexOf(opening, start + opening.length)) {
    const reference = referenceOf(html.slice(start, html.indexOf('>', start)))
    found.set(`${reference.kind}/${reference.id}`, reference)
  }
  return [...found.values()]
}

function referenceOf(tag: string): StoredReference {
  return { kind: attribute(tag, 'data-reference-type') ?? '', id: attribute(tag, 'data-reference-id') ?? '' }
}

/** The value is still escaped, as the new HTML needs it. */
function attribute(tag: string, name: string): string | null {
  const at = tag.indexOf(` ${name}="`)
  if (at === -1) return null
  const start = at + name.length + 3
  return tag.slice(start, tag.indexOf('"', start))
}
