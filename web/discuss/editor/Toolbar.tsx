import { ScreenFullIcon, ScreenNormalIcon } from '@primer/octicons-react'
import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import styles from './Toolbar.module.css'
import type { ToolName } from './tool-edits.ts'
import { toolKeys } from './tool-keys.ts'
import { tools } from './tools.tsx'

interface ToolbarProps {
  readonly onTool: (name: ToolName) => void
  readonly isZen: boolean
  readonly onZen: (isZen: boolean) => void
  readonly disabled: boolean
}

/** One stop for the Tab key; the arrows move in it. */
export function Toolbar({ onTool, isZen, onZen, disabled }: ToolbarProps) {
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
            {...(toolKeys[tool.label] === undefined ? {} : { keyHint: toolKeys[tool.label] })}
            onFocus={() => setAt(index)}
            onClick={() => onTool(tool.label)}
          />
        </span>
      ))}
      <span className={styles.tool} data-starts>
        <IconButton
          label={isZen ? 'Exit full screen' : 'Full screen'}
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
