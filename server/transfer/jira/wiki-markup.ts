import { attachmentMark } from '../issue-imports/attachment-marks.ts'
import { hardBreak, literal } from './literal.ts'

/**
 * Texts of Jira as Markdown: headings, lists, tables, quotes, panels, code, links, images and emphasis. All else stays the
 * characters that it is, a line that would be a quick action too, and mentions become names in bold.
 *
 * @source Jira text formatting notation
 */
export function markdownOfWiki(text: string): string {
  const page = new WikiPage()
  return page.blocks(page.withCode(text.replace(/\r\n?/g, '\n').replace(/[\uE002\uE003]/g, '')), 0).trim()
}

// The patterns take time in proportion to the text, whatever it is: none reads past the possible beginning of another
// match.

/** A line of Markdown that no quick action begins. */
export const withoutActions = (text: string): string => text.replace(/^([^\S\r\n\u2028\u2029]*)\/(?=[a-z])/gim, '$1\\/')

interface Code {
  readonly start: number
  readonly end: number
  readonly language: string
  readonly body: string
}

/**
 * `{code:java}…{code}` and `{noformat}…{noformat}`, whose contents stay as they are. The closing tag has no options.
 */
function codeIn(text: string): readonly Code[] {
  const found: Code[] = []
  let opening: RegExpExecArray | null = null
  for (const tag of text.matchAll(/\{(code|noformat)(?::([^{}\n]*))?\}/g)) {
    if (opening === null) opening = tag
    else if (tag[2] === undefined) {
      const [whole, kind, options = ''] = opening
      found.push({
        start: opening.index,
        end: tag.index + tag[0].length,
        language: kind === 'code' ? (options.split('|').find(each => /^[a-z+#]+$/i.test(each)) ?? '') : '',
        body: text.slice(opening.index + whole.length, tag.index),
      })
      opening = null
    }
  }
  return found
}

/** Code as a block whose fence nothing in it closes. */
export function fenced(body: string, language: string): string {
  const longest = [...body.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${body.replace(/^\n+|(?<!\n)\n+$/g, '')}\n${fence}`
}

/** The kind of note in Markdown for each of Jira's boxes. */
export const noteKinds: Readonly<Record<string, string>> = {
  info: 'note',
  note: 'warning',
  tip: 'tip',
  success: 'tip',
  warning: 'caution',
  error: 'caution',
}

/** A text below a mark at the beginning of each of its lines. */
export const quoted = (text: string): string =>
  text
    .split('\n')
    .map(line => (line === '' ? '>' : `> ${line}`))
    .join('\n')

/** A section that opens with a click. @param title  Markdown */
export const folded = (title: string, body: string): string =>
  `<details><summary>${title.replaceAll('<', '&lt;')}</summary>\n\n${body}\n\n</details>`

const macro = /\{(quote|panel|info|note|tip|warning|expand)(?::([^{}\n]*))?\}/g
/** Boxes in boxes, at most. */
const deepest = 4

class WikiPage {
  /** Finished Markdown: a text holds the index here, between two marks, in its place. */
  readonly #kept: string[] = []

  #keep(markdown: string): string {
    this.#kept.push(markdown)
    return `\uE002${this.#kept.length - 1}\uE003`
  }

  #restored(text: string): string {
    let result = text
    // The words of a link hold code, and those of a box links.
    for (let depth = 0; depth < 4 && result.includes('\uE002'); depth++)
      result = result.replace(/\uE002(\d+)\uE003/g, (_all, at: string) => this.#kept[Number(at)] ?? '')
    return result
  }

  withCode(text: string): string {
    let result = ''
    let at = 0
    for (const { start, end, language, body } of codeIn(text)) {
      result += `${text.slice(at, start)}\n${this.#keep(fenced(body, language))}\n`
      at = end
    }
    return result + text.slice(at)
  }

  blocks(text: string, depth: number): string {
    let result = ''
    let at = 0
    let opening: RegExpExecArray | null = null
    for (const tag of depth > deepest ? [] : text.matchAll(macro)) {
      if (opening === null) opening = tag
      else if (tag[1] === opening[1] && tag[2] === undefined) {
        const [whole, kind = '', options = ''] = opening
        const body = this.blocks(text.slice(opening.index + whole.length, tag.index).trim(), depth + 1)
        result += `${text.slice(at, opening.index)}\n${this.#keep(boxed(kind, options, body))}\n`
        at = tag.index + tag[0].length
        opening = null
      }
    }
    return this.#restored(withoutActions(this.#lines((result + text.slice(at)).split('\n'))))
  }

  #lines(given: readonly string[]): string {
    const lines: string[] = []
    for (let at = 0; at < given.length; at++) {
      const line = given[at] ?? ''
      if (/^\s*\|/.test(line)) {
        const table: string[] = []
        while (at < given.length && /^\s*\|/.test(given[at] ?? '')) {
          let row = (given[at++] ?? '').trim()
          // A cell goes on until the row is closed.
          while (!/\|$/.test(row) && at < given.length && isWords(given[at] ?? '')) row += `\\\\${given[at++]}`
          table.push(row)
        }
        at--
        if (lines.at(-1)?.trim()) lines.push('')
        lines.push(...this.#table(table))
        if (given[at + 1]?.trim()) lines.push('')
        continue
      }
      const isBroken = (isWords(line) || listed.test(line) || quotedLine.test(line)) && isWords(given[at + 1] ?? '')
      lines.push(`${this.#line(line)}${isBroken ? hardBreak : ''}`)
    }
    return lines.join('\n')
  }

  #table(rows: readonly string[]): readonly string[] {
    const cells = rows.map(row =>
      this.#marked(row)
        .replace(/^\|+|\|+$/g, '')
        .split(/\|\|?/)
        .map(cell => literal(this.#restoredInCell(cell.trim()))),
    )
    const hasHead = rows[0]?.startsWith('||') ?? false
    const width = Math.max(...cells.map(row => row.length))
    const line = (row: readonly string[]) => `|${Array.from({ length: width }, (_, at) => row[at] ?? '').join('|')}|`
    const rule = `|${' --- |'.repeat(width)}`
    const [head = [], ...body] = hasHead ? cells : [[], ...cells]
    return [hasHead ? line(head) : `|${'  |'.repeat(width)}`, rule, ...body.map(line)]
  }

  /** The finished markup, as it can be written in a cell. */
  #restoredInCell(cell: string): string {
    return cell.replace(/\uE002(\d+)\uE003/g, (_all, at: string) =>
      this.#keep(
        this.#restored(this.#kept[Number(at)] ?? '')
          .replace(/(?<!\\)\|/g, '\\|')
          .replace(/ *\n/g, '<br>'),
      ),
    )
  }

  #line(line: string): string {
    const heading = /^\s*h([1-6])\.\s+(.*)$/.exec(line)
    if (heading) return `${'#'.repeat(Number(heading[1]))} ${this.#inline(heading[2] ?? '')}`
    const quote = quotedLine.exec(line)
    if (quote) return `> ${this.#inline(quote[1] ?? '')}`
    const list = listed.exec(line)
    if (list) {
      const marks = list[1] ?? ''
      return `${'   '.repeat(marks.length - 1)}${marks.endsWith('#') ? '1.' : '-'} ${this.#inline(list[2] ?? '')}`
    }
    if (/^\s*-{4,}\s*$/.test(line)) return '\n---\n'
    return this.#inline(line.trim())
  }

  readonly #inline = (text: string): string => literal(this.#marked(text))

  /** A text whose marks are done, and whose other characters are still to be made literal. */
  #marked(text: string): string {
    const keep = (markdown: string) => this.#keep(markdown)
    const spanned = (mark: string) => (_all: string, before: string, words: string) =>
      `${before}${keep(mark)}${words}${keep(mark)}`
    return (
      text
        .replace(/\{\{((?:(?!\{\{)[^\n])+?)\}\}/g, (_all, code: string) => keep(codeSpan(code)))
        .replace(/\[([^[\]|~\n][^[\]|\n]*)\|([^[\]|\s]+)(?:\|[^[\]]*)?\]/g, (_all, label: string, href: string) =>
          keep(linkTo(label === href ? '' : this.#inline(label), href)),
        )
        .replace(/\[((?:https?:\/\/|mailto:)[^[\]|\s]+)\]/g, (_all, href: string) => keep(`<${href}>`))
        .replace(/!(https?:[^!|\s]+)(?:\|[^!\n]*)?!/gi, (_all, address: string) => keep(`![](${address})`))
        .replace(/(?<!\w)!(?=\S)([^!|\n:]*[^!|\s]\.[a-z0-9]{1,5})(?:\|[^!\n]*)?!/gi, (_all, name: string) =>
          keep(attachmentMark(name)),
        )
        .replace(/\[(?:[^[\]|^\n]*\|)?\^([^[\]|\n]+)\]/g, (_all, name: string) => keep(attachmentMark(name)))
        .replace(/\[~(?:accountid:)?([^[\]]+)\]/g, (_all, name: string) => keep(`**${literal(name)}**`))
        .replace(/\bhttps?:\/\/[^\s|[\]<>"\uE002\uE003]+/g, href => keep(href))
        .replace(/\{color(?::[^{}]*)?\}/g, '')
        // Two backslashes break the line; one keeps a sign from being a mark.
        .replace(/\\\\\s*/g, () => keep(`${hardBreak}\n`))
        .replace(/\\[!-/:-@[-`{-~]/g, sign => keep(sign))
        .replace(/\{\*\}([^{}\n]+)\{\*\}/g, (_all, words: string) => `${keep('**')}${words}${keep('**')}`)
        .replace(/\{_\}([^{}\n]+)\{_\}/g, (_all, words: string) => `${keep('*')}${words}${keep('*')}`)
        .replace(/(^|[\s(|])\*([^\s*](?:[^*\n]*\S)?)\*(?=$|[\s).,:;!?|])/g, spanned('**'))
        .replace(/(^|[\s(|\uE003])_([^\s_](?:[^_\n]*\S)?)_(?=$|[\s).,:;!?|\uE002])/g, spanned('*'))
        .replace(/(^|[\s(|\uE003])-([^\s-](?:[^-\n]*\S)?)-(?=$|[\s).,:;!?|\uE002])/g, spanned('~~'))
    )
  }
}

const listed = /^\s*([*#]{1,10}|-)\s+(.*)$/
const quotedLine = /^\s*bq\.\s?(.*)$/

/** Whether a line goes on with the paragraph above it. */
const isWords = (line: string): boolean =>
  line.trim() !== '' &&
  !/^\s*(?:h[1-6]\.\s|bq\.|\||-{4,}\s*$)/.test(line) &&
  !listed.test(line) &&
  !/^\uE002\d+\uE003$/.test(line)

/** Code in a line, whatever it holds. */
export function codeSpan(code: string): string {
  const longest = [...code.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0)
  const mark = '`'.repeat(longest + 1)
  return longest === 0 ? `\`${code}\`` : `${mark} ${code} ${mark}`
}

/** @param label  Markdown; empty where the address is shown */
export function linkTo(label: string, href: string): string {
  if (label === '') return /^[a-z][a-z+.-]*:/i.test(href) ? `<${href}>` : literal(href)
  return `[${label}](${/[()\s]/.test(href) ? `<${href}>` : href})`
}

function boxed(kind: string, options: string, body: string): string {
  const title = literal(
    /(?:^|\|)title=([^|]*)/.exec(options)?.[1] ?? (kind === 'expand' && !options.includes('=') ? options : ''),
  ).trim()
  if (kind === 'quote') return quoted(body)
  if (kind === 'expand') return folded(title || 'Details', body)
  if (kind === 'panel') return quoted([title === '' ? '' : `**${title}**`, body].filter(Boolean).join('\n\n'))
  return quoted(`[!${noteKinds[kind] ?? 'note'}]${title === '' ? '' : ` ${title}`}\n${body}`)
}
