import { attachmentMark } from '../issue-imports/attachment-marks.ts'

/**
 * Texts of Jira as Markdown: headings, lists, tables, quotes, code, links, images and emphasis. A line that would be a quick action
 * is escaped, and mentions become names in bold.
 *
 * @source Jira text formatting notation
 */
export function markdownOfWiki(text: string): string {
  const given = text.replace(/\r\n?/g, '\n')
  let markdown = ''
  let at = 0
  for (const { start, end, language, body } of codeIn(given)) {
    markdown += inlineLines(given.slice(at, start)) + fenced(body, language)
    at = end
  }
  return (markdown + inlineLines(given.slice(at))).trim()
}

// The patterns take time in proportion to the text, whatever it is: none reads on over what can begin another match.

/** A line of Markdown that no quick action begins. */
export const withoutActions = (text: string): string => text.replace(/^([^\S\r\n\u2028\u2029]*)\/(?=[a-z])/gim, '$1\\/')

interface Code {
  readonly start: number
  readonly end: number
  readonly language: string
  readonly body: string
}

/** `{code:java}…{code}` and `{noformat}…{noformat}`, which keep what is in them. The tag that closes has no options. */
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

function fenced(body: string, language: string): string {
  const longest = [...body.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `\n${fence}${language}\n${body.replace(/^\n+|(?<!\n)\n+$/g, '')}\n${fence}\n`
}

function inlineLines(text: string): string {
  const quoted = text.replace(
    /\{quote\}([\s\S]*?)\{quote\}/g,
    (_all, body: string) =>
      `\n${body
        .trim()
        .split('\n')
        .map(line => `bq. ${line}`)
        .join('\n')}\n`,
  )
  const lines: string[] = []
  for (const line of quoted.split('\n')) {
    const isHeader = /^\s*\|\|/.test(line)
    lines.push(lineOf(line))
    if (isHeader) lines.push(`|${' --- |'.repeat(Math.max(1, line.trim().split('||').length - 2))}`)
  }
  return withoutActions(lines.join('\n'))
}

function lineOf(line: string): string {
  const heading = /^\s*h([1-6])\.\s+(.*)$/.exec(line)
  if (heading) return `${'#'.repeat(Number(heading[1]))} ${inline(heading[2] ?? '')}`
  const quote = /^\s*bq\.\s?(.*)$/.exec(line)
  if (quote) return `> ${inline(quote[1] ?? '')}`
  const list = /^\s*([*#-]+)\s+(.*)$/.exec(line)
  if (list && !/^-{3,}/.test(list[1] ?? '')) {
    const marks = list[1] ?? ''
    const isNumbered = marks.endsWith('#')
    return `${'   '.repeat(marks.length - 1)}${isNumbered ? '1.' : '-'} ${inline(list[2] ?? '')}`
  }
  if (/^\s*-{4,}\s*$/.test(line)) return '---'
  if (/^\s*\|\|/.test(line)) return inline(line.trim().replaceAll('||', '|'))
  return inline(line)
}

function inline(text: string): string {
  return (
    text
      .replace(/\{\{((?:(?!\{\{)[^\n])+?)\}\}/g, (_all, code: string) => `\`${code}\``)
      .replace(
        /\[([^[\]|~\n][^[\]|\n]*)\|([^[\]|\s]+)(?:\|[^[\]]*)?\]/g,
        (_all, label: string, href: string) => `[${label}](${href})`,
      )
      .replace(/\[(https?:\/\/[^[\]|\s]+)\]/g, (_all, href: string) => `<${href}>`)
      .replace(/!(https?:[^!|\s]+)(?:\|[^!\n]*)?!/gi, (_all, address: string) => `![](${address})`)
      .replace(/(?<!\w)!(?=\S)([^!|\n:]*[^!|\s]\.[a-z0-9]{1,5})(?:\|[^!\n]*)?!/gi, (_all, name: string) =>
        attachmentMark(name),
      )
      .replace(/\[(?:[^[\]|^\n]*\|)?\^([^[\]|\n]+)\]/g, (_all, name: string) => attachmentMark(name))
      .replace(/\{(?:color|panel)(?::[^{}]*)?\}/g, '')
      .replace(/(^|[\s(])\*(\S(?:[^*\n]*\S)?)\*(?=$|[\s).,:;!?])/g, '$1**$2**')
      .replace(/(^|[\s(])_(\S(?:[^_\n]*\S)?)_(?=$|[\s).,:;!?])/g, '$1*$2*')
      .replace(/(^|[\s(])-(\S(?:[^-\n]*\S)?)-(?=$|[\s).,:;!?])/g, '$1~~$2~~')
      .replace(/\[~(?:accountid:)?([^[\]]+)\]/g, (_all, name: string) => `**${name}**`)
      // Two backslashes break the line.
      .replace(/\\\\\s*/g, '  \n')
  )
}
