/** The selection on the page as Markdown; empty if nothing is selected, or if the selection is in a text box. */
export function selectedMarkdown(): string {
  const selection = document.getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return ''
  return markdownOf(selection.getRangeAt(0).cloneContents())
}

/** Rendered markdown back as it may have been written. */
function markdownOf(node: Node): string {
  return blocks(node)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const blocks = (node: Node): string => [...node.childNodes].map(markdownOfChild).join('')

function markdownOfChild(node: Node): string {
  if (node instanceof Text) return node.data.replace(/\s+/g, ' ')
  if (!(node instanceof HTMLElement) || node.hidden || node.getAttribute('aria-hidden') === 'true') return ''
  const inner = () => blocks(node)
  if (node.dataset.mathStyle !== undefined) return formulaOf(node)
  switch (node.localName) {
    case 'strong':
    case 'b':
      return around(inner(), '**')
    case 'em':
    case 'i':
      return around(inner(), '_')
    case 'del':
    case 's':
      return around(inner(), '~~')
    case 'code':
      return around(node.textContent ?? '', '`')
    case 'a':
      return linkOf(node, inner())
    case 'img':
      return `![${node.getAttribute('alt') ?? ''}](${node.getAttribute('src') ?? ''})`
    case 'br':
      return '\n'
    case 'hr':
      return '\n\n---\n\n'
    case 'pre':
      return `\n\n\`\`\`${node.dataset.canonicalLang ?? ''}\n${(node.textContent ?? '').replace(/\n$/, '')}\n\`\`\`\n\n`
    case 'blockquote':
      return `\n\n${prefixed(markdownOf(node), '> ')}\n\n`
    case 'ul':
    case 'ol':
      return `\n\n${itemsOf(node)}\n\n`
    case 'tr':
      return `${[...node.children].map(cell => `| ${markdownOf(cell)} `).join('')}|\n${headRule(node)}`
    case 'button':
    case 'svg':
    case 'output':
      return ''
    default:
      return blockNames.has(node.localName) ? `\n\n${headingSign(node)}${inner().trim()}\n\n` : inner()
  }
}

const blockNames = new Set([
  'p',
  'div',
  'section',
  'article',
  'table',
  'details',
  'summary',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
])

const headingSign = (node: HTMLElement): string =>
  /^h[1-6]$/.test(node.localName) ? `${'#'.repeat(Number(node.localName[1]))} ` : ''

/** Marks touch what they mark: blanks go outside. */
function around(text: string, mark: string): string {
  const bare = text.trim()
  return bare === '' ? text : text.replace(bare, () => `${mark}${bare}${mark}`)
}

/** A drawn formula holds its source; part of one that was selected stands for all of it. */
function formulaOf({ dataset, textContent }: HTMLElement): string {
  const source = (dataset.mathSource ?? textContent ?? '').trim()
  return dataset.mathStyle === 'display' ? `\n\n\`\`\`math\n${source}\n\`\`\`\n\n` : `$\`${source}\`$`
}

/** A reference is written as its text; the rest as links. */
function linkOf(node: HTMLElement, words: string): string {
  const href = node.getAttribute('href') ?? ''
  if (words.trim() === '') return words
  return /^(?:[@#~%!&]|[\w./-]+#\d)/.test(words) || href === words || href === '' ? words : `[${words}](${href})`
}

function itemsOf(list: HTMLElement): string {
  const isNumbered = list.localName === 'ol'
  return [...list.children]
    .map((item, index) => {
      const mark = isNumbered ? `${index + 1}. ` : '- '
      const box = item.querySelector<HTMLInputElement>(
        ':scope > input[type=checkbox], :scope > p > input[type=checkbox]',
      )
      const task = box === null ? '' : box.checked ? '[x] ' : '[ ] '
      const [first = '', ...rest] = markdownOf(item)
        .split('\n')
        .filter((line, at, all) => line !== '' || all[at + 1] !== '')
      return [
        `${mark}${task}${first}`,
        ...rest.map(line => (line === '' ? line : ' '.repeat(mark.length) + line)),
      ].join('\n')
    })
    .join('\n')
}

const headRule = (row: HTMLElement): string =>
  row.querySelector(':scope > th') === null ? '' : `${[...row.children].map(() => '| --- ').join('')}|\n`

const prefixed = (text: string, prefix: string): string =>
  text
    .split('\n')
    .map(line => (line === '' ? prefix.trimEnd() : prefix + line))
    .join('\n')
