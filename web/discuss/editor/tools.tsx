import {
  BoldIcon,
  CodeIcon,
  FoldIcon,
  HeadingIcon,
  ItalicIcon,
  LinkIcon,
  ListOrderedIcon,
  ListUnorderedIcon,
  QuoteIcon,
  StrikethroughIcon,
  TableIcon,
  TasklistIcon,
} from '@primer/octicons-react'
import type { KeyboardEvent, ReactElement } from 'react'
import { code, type Edit, fold, indent, link, markLines, outdent, type Selected, surround, table } from './text/edit.ts'

export interface Tool {
  readonly label: string
  readonly icon: ReactElement
  readonly edit: (selected: Selected) => Edit
  readonly keys?: string
  /** Stands apart from the one before it. */
  readonly starts?: boolean
}

export const tools: readonly Tool[] = [
  { label: 'Heading', icon: <HeadingIcon />, edit: selected => markLines(selected, 'heading') },
  { label: 'Bold', icon: <BoldIcon />, edit: selected => surround(selected, '**'), keys: 'Mod+B' },
  { label: 'Italic', icon: <ItalicIcon />, edit: selected => surround(selected, '_'), keys: 'Mod+I' },
  {
    label: 'Strikethrough',
    icon: <StrikethroughIcon />,
    edit: selected => surround(selected, '~~'),
    keys: 'Mod+Shift+X',
  },
  { label: 'Quote', icon: <QuoteIcon />, edit: selected => markLines(selected, 'quote'), starts: true },
  { label: 'Code', icon: <CodeIcon />, edit: code, keys: 'Mod+E' },
  { label: 'Link', icon: <LinkIcon />, edit: link, keys: 'Mod+K' },
  {
    label: 'Bulleted list',
    icon: <ListUnorderedIcon />,
    edit: selected => markLines(selected, 'bullets'),
    keys: 'Mod+Shift+8',
    starts: true,
  },
  {
    label: 'Numbered list',
    icon: <ListOrderedIcon />,
    edit: selected => markLines(selected, 'numbers'),
    keys: 'Mod+Shift+7',
  },
  { label: 'Task list', icon: <TasklistIcon />, edit: selected => markLines(selected, 'tasks') },
  { label: 'Table', icon: <TableIcon />, edit: table, starts: true },
  { label: 'Collapsible section', icon: <FoldIcon />, edit: fold },
]

/** What has a key and no button: on a phone a list is moved by its own keyboard, elsewhere by these. */
const keyTools: readonly Pick<Tool, 'label' | 'edit' | 'keys'>[] = [
  { label: 'Indent', edit: indent, keys: 'Mod+]' },
  { label: 'Outdent', edit: outdent, keys: 'Mod+[' },
]

/** The keys of the toolbar and those without a button, for the help. */
export const keyedTools = [...tools, ...keyTools].flatMap(({ label, keys }) =>
  keys === undefined ? [] : [{ label, keys }],
)

/** The edit that a key asks for, as its button does; null for any other key. */
export function editOfKey(event: KeyboardEvent): ((selected: Selected) => Edit) | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null
  const pressed = `Mod+${event.shiftKey ? 'Shift+' : ''}${/^Digit\d$/.test(event.code) ? event.code.slice(5) : event.key.toUpperCase()}`
  return [...tools, ...keyTools].find(tool => tool.keys === pressed)?.edit ?? null
}
