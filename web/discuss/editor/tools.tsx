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
import type { ReactElement } from 'react'
import type { ToolName } from './tool-edits.ts'

interface Tool {
  readonly label: ToolName
  readonly icon: ReactElement
  /** Stands apart from the one before it. */
  readonly starts?: boolean
}

export const tools: readonly Tool[] = [
  { label: 'Heading', icon: <HeadingIcon /> },
  { label: 'Bold', icon: <BoldIcon /> },
  { label: 'Italic', icon: <ItalicIcon /> },
  {
    label: 'Strikethrough',
    icon: <StrikethroughIcon />,
  },
  { label: 'Quote', icon: <QuoteIcon />, starts: true },
  { label: 'Code', icon: <CodeIcon /> },
  { label: 'Link', icon: <LinkIcon /> },
  {
    label: 'Bulleted list',
    icon: <ListUnorderedIcon />,
    starts: true,
  },
  {
    label: 'Numbered list',
    icon: <ListOrderedIcon />,
  },
  { label: 'Task list', icon: <TasklistIcon /> },
  { label: 'Table', icon: <TableIcon />, starts: true },
  { label: 'Collapsible section', icon: <FoldIcon /> },
]
