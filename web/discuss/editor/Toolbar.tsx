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
  ScreenFullIcon,
  ScreenNormalIcon,
  StrikethroughIcon,
  TableIcon,
  TasklistIcon,
} from '@primer/octicons-react'
import { type KeyboardEvent, type ReactElement, type RefObject, useState } from 'react'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import {
  applyEdit,
  code,
  type Edit,
  fold,
  link,
  markLines,
  type Selected,
  selectedIn,
  surround,
  table,
} from './edit.ts'
import styles from './Toolbar.module.css'

interface Tool {
  readonly label: string
  readonly icon: ReactElement
  readonly edit: (selected: Selected) => Edit
  readonly keys?: string
  /** Stands apart from the one before it. */
  readonly starts?: boolean
}

const tools: readonly Tool[] = [
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

/** The edit that a key asks for, as its button does; null for any other key. */
export function editOfKey(event: KeyboardEvent): ((selected: Selected) => Edit) | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null
  const pressed = `Mod+${event.shiftKey ? 'Shift+' : ''}${/^Digit\d$/.test(event.code) ? event.code.slice(5) : event.key.toUpperCase()}`
  return tools.find(tool => tool.keys === pressed)?.edit ?? null
}

interface ToolbarProps {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly isZen: boolean
  readonly onZen: (isZen: boolean) => void
  readonly disabled: boolean
}

/** One stop for the Tab key; the arrows move in it. */
export function Toolbar({ area, isZen, onZen, disabled }: ToolbarProps) {
  const [at, setAt] = useState(0)
  const last = tools.length

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const index = (next + last + 1) % (last + 1)
    setAt(index)
    event.currentTarget.querySelectorAll('button')[index]?.focus()
  }

  return (
    <div role="toolbar" aria-label="Formatting" className={styles.toolbar} onKeyDown={move} tabIndex={-1}>
      {tools.map((tool, index) => (
        <span key={tool.label} className={styles.tool} data-starts={tool.starts || undefined}>
          <IconButton
            label={tool.label}
            icon={tool.icon}
            size="s"
            disabled={disabled}
            tabIndex={index === at ? 0 : -1}
            {...(tool.keys === undefined ? {} : { keyHint: tool.keys })}
            onFocus={() => setAt(index)}
            onClick={() => {
              if (area.current) applyEdit(area.current, tool.edit(selectedIn(area.current)))
            }}
          />
        </span>
      ))}
      <span className={styles.tool} data-starts>
        <IconButton
          label={isZen ? 'Leave full screen' : 'Full screen'}
          icon={isZen ? <ScreenNormalIcon /> : <ScreenFullIcon />}
          size="s"
          aria-pressed={isZen}
          tabIndex={at === last ? 0 : -1}
          onFocus={() => setAt(last)}
          onClick={() => onZen(!isZen)}
        />
      </span>
    </div>
  )
}
