import { code, type Edit, fold, indent, link, markLines, outdent, type Selected, surround, table } from './text/edit.ts'

/** The edit of each tool. */
export const toolEdits = {
  Heading: selected => markLines(selected, 'heading'),
  Bold: selected => surround(selected, '**'),
  Italic: selected => surround(selected, '_'),
  Strikethrough: selected => surround(selected, '~~'),
  Quote: selected => markLines(selected, 'quote'),
  Code: code,
  Link: link,
  'Bulleted list': selected => markLines(selected, 'bullets'),
  'Numbered list': selected => markLines(selected, 'numbers'),
  'Task list': selected => markLines(selected, 'tasks'),
  Table: table,
  'Collapsible section': fold,
  Indent: indent,
  Outdent: outdent,
} as const satisfies Readonly<Record<string, (selected: Selected) => Edit>>

export type ToolName = keyof typeof toolEdits
