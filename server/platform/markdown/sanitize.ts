import sanitizeHtml from 'sanitize-html'
import { wordBlocks } from './directions.ts'
import { innerMarkers, noncharacters, outerMarker } from './markers.ts'

/** The rules for rewriting the addresses of a text. */
export interface LinkContext {
  readonly siteUrl: string
  readonly rewrite: (address: string, use: 'link' | 'media') => string
  /** Parts of the text are written from right to left: each block finds its own direction. */
  readonly withDirections: boolean
}

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

const allowedTags = [
  ...headings,
  ...[
    'p',
    'br',
    'hr',
    'blockquote',
    'pre',
    'code',
    'em',
    'strong',
    'del',
    's',
    'ins',
    'sub',
    'sup',
    'kbd',
    'samp',
    'var',
    'dfn',
  ],
  ...[
    'abbr',
    'q',
    'cite',
    'mark',
    'small',
    'b',
    'i',
    'u',
    'tt',
    'strike',
    'a',
    'img',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'table',
  ],
  ...[
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
    'caption',
    'colgroup',
    'col',
    'details',
    'summary',
    'div',
    'span',
    'section',
  ],
  ...['figure', 'figcaption', 'ruby', 'rt', 'rp', 'wbr', 'bdo', 'input'],
]

// Classes that the renderer itself writes, none of which does more than the same markdown would.
const allowedClasses = {
  a: ['anchor', 'footnote-backref'],
  sup: ['footnote-ref'],
  section: ['footnotes'],
  li: ['footnote-item'],
  ul: ['task-list', 'section-nav'],
  ol: ['task-list', 'footnotes-list'],
  div: ['markdown-alert', /^markdown-alert-(note|tip|important|caution|warning)$/],
  p: ['markdown-alert-title'],
  s: ['inapplicable'],
  span: ['idiff', 'addition', 'deletion'],
}

const external = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i

let context: LinkContext | undefined
let fragments: readonly string[] = []

const options: sanitizeHtml.IOptions = {
  allowedTags,
  allowedAttributes: {
    '*': ['title', 'lang', 'dir', 'id'],
    a: ['href', 'rel', 'aria-label'],
    img: ['src', 'alt', 'width', 'height', 'align', 'loading', 'decoding'],
    ol: ['start', 'reversed', 'type'],
    li: ['value'],
    th: ['align', 'colspan', 'rowspan', 'scope'],
    td: ['align', 'colspan', 'rowspan'],
    col: ['span'],
    colgroup: ['span'],
    details: ['open'],
    input: ['type', 'checked', 'disabled', 'aria-label'],
    ...Object.fromEntries(['div', 'p', 'table', ...headings].map(tag => [tag, ['align']])),
  },
  allowedClasses,
  allowedSchemes: ['http', 'https', 'ftp', 'mailto', 'tel', 'sms', 'irc', 'ircs', 'xmpp', 'ssh', 'git'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: true,
  disallowedTagsMode: 'discard',
  exclusiveFilter: ({ tag, attribs }) => tag === 'input' && attribs.type !== 'checkbox',
  nonBooleanAttributes: [],
  transformTags: {
    a: (tagName, attributes) => ({ tagName, attribs: linkAttributes(attributes) }),
    img: (tagName, attributes) => ({ tagName, attribs: imageAttributes(attributes) }),
    input: (tagName, attributes) => ({ tagName, attribs: checkboxAttributes(attributes) }),
    '*': (tagName, attributes) => ({ tagName, attribs: commonAttributes(tagName, attributes) }),
  },
  textFilter: fillMarkers,
}

/**
 * Keeps the elements of the allow list, links rewritten, markers in text filled; markers left over are those of
 * references and task items.
 *
 * @param trusted  HTML of the fragment markers, by index
 */
export function sanitize(html: string, links: LinkContext, trusted: readonly string[]): string {
  context = links
  fragments = trusted
  try {
    return sanitizeHtml(html, options)
  } finally {
    context = undefined
    fragments = []
  }
}

/** The address if a page may load or follow it, else an empty string. Relative ones pass. */
export function safeAddress(address: string): string {
  // Browsers skip blanks and control characters before and inside a scheme.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go.
  const bare = address.replace(/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028\u2029\ufeff]/g, '')
  return /^[^/?#]*:/.test(bare) && !/^https?:/i.test(bare) ? '' : address
}

export function isExternal(address: string, siteUrl: string): boolean {
  if (!external.test(address)) return false
  return !(siteUrl !== '' && (address === siteUrl || address.startsWith(`${siteUrl}/`)))
}

function fillMarkers(text: string): string {
  if (!/[\uFDD0-\uFDEF]/.test(text)) return text
  let out = ''
  let last = 0
  for (const match of text.matchAll(innerMarkers)) {
    out += text.slice(last, match.index).replace(noncharacters, '')
    out +=
      match[1] === 'f' ? (fragments[Number(match[2])] ?? '') : outerMarker(match[1] === 't' ? 't' : 'r', match[2] ?? '')
    last = match.index + match[0].length
  }
  return out + text.slice(last).replace(noncharacters, '')
}

function linkAttributes(attributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const { href, name, ...rest } = attributes
  delete rest.rel
  if (name !== undefined && rest.id === undefined) rest.id = name
  if (href === undefined) return rest
  const address = href.startsWith('#') && href.length > 1 ? fragmentOf(href) : (context?.rewrite(href, 'link') ?? href)
  rest.href = address
  if (isExternal(address.trim(), context?.siteUrl ?? '')) rest.rel = 'nofollow noopener noreferrer'
  return rest
}

function imageAttributes(attributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const { src, width, height, ...rest } = attributes
  if (src !== undefined) rest.src = context?.rewrite(src, 'media') ?? src
  if (width !== undefined && /^\d{1,4}%?$/.test(width)) rest.width = width
  if (height !== undefined && /^\d{1,4}%?$/.test(height)) rest.height = height
  rest.loading = 'lazy'
  rest.decoding = 'async'
  return rest
}

/** A checkbox of raw HTML belongs to no line of a task list, so it cannot be ticked. @source TASK-004 */
function checkboxAttributes({ type, checked, ...rest }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  if (type?.toLowerCase() !== 'checkbox') return {}
  const label = rest['aria-label'] ?? rest.title ?? 'Checkbox'
  return { type: 'checkbox', disabled: '', ...(checked === undefined ? {} : { checked: '' }), 'aria-label': label }
}

function commonAttributes(tagName: string, attributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  for (const [name, value] of Object.entries(attributes)) {
    if (/[\uFDD0-\uFDEF]/.test(value)) attributes[name] = value.replace(innerMarkers, '').replace(noncharacters, '')
  }
  if (context?.withDirections === true && wordBlocks.has(tagName)) attributes.dir ??= 'auto'
  // A prefix of their own keeps ids of authors away from those of the page.
  if (attributes.id !== undefined) {
    if (/^[^\s"'<>&]{1,200}$/.test(attributes.id)) attributes.id = prefixed(attributes.id)
    else delete attributes.id
  }
  return attributes
}

function fragmentOf(href: string): string {
  // Comments and lines are the page's own anchors.
  return /^#(?:note_\d+|L\d+(?:-L?\d+)?)$/.test(href) ? href : `#${prefixed(href.slice(1))}`
}

function prefixed(id: string): string {
  return id.startsWith('user-content-') ? id : `user-content-${id}`
}
