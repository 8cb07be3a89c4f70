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
import type { ToolName } from './tool-edits.ts'

export interface Tool {
  readonly label: ToolName
  readonly icon: ReactElement
  readonly keys?: string
  /** Stands apart from the one before it. */
  readonly starts?: boolean
}

export const tools: readonly Tool[] = [
  { label: 'Heading', icon: <HeadingIcon /> },
  { label: 'Bold', icon: <BoldIcon />, keys: 'Mod+B' },
  { label: 'Italic', icon: <ItalicIcon />, keys: 'Mod+I' },
  {
    label: 'Strikethrough',
    icon: <StrikethroughIcon />,
    keys: 'Mod+Shift+X',
  },
  { label: 'Quote', icon: <QuoteIcon />, starts: true },
  { label: 'Code', icon: <CodeIcon />, keys: 'Mod+E' },
  { label: 'Link', icon: <LinkIcon />, keys: 'Mod+K' },
  {
    label: 'Bulleted list',
    icon: <ListUnorderedIcon />,
    keys: 'Mod+Shift+8',
    starts: true,
  },
  {
    label: 'Numbered list',
    icon: <ListOrderedIcon />,
    keys: 'Mod+Shift+7',
  },
  { label: 'Task list', icon: <TasklistIcon /> },
  { label: 'Table', icon: <TableIcon />, starts: true },
  { label: 'Collapsible section', icon: <FoldIcon /> },
]

/** What has a key and no button: on a phone a list is moved by its own keyboard, elsewhere by these. */
const keyTools: readonly Pick<Tool, 'label' | 'keys'>[] = [
  { label: 'Indent', keys: 'Mod+]' },
  { label: 'Outdent', keys: 'Mod+[' },
]

/** The keys of the toolbar and those without a button, for the help. */
export const keyedTools = [...tools, ...keyTools].flatMap(({ label, keys }) =>
  keys === undefined ? [] : [{ label, keys }],
)

/** The tool that a key stands for; null for any other key. */
export function toolOfKey(event: KeyboardEvent): ToolName | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null
  const pressed = `Mod+${event.shiftKey ? 'Shift+' : ''}${/^Digit\d$/.test(event.code) ? event.code.slice(5) : event.key.toUpperCase()}`
  return [...tools, ...keyTools].find(tool => tool.keys === pressed)?.label ?? null
}
