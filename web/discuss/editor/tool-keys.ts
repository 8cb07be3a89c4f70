import type { KeyboardEvent } from 'react'
import { latinKey } from '#web/ui/actions/keys.ts'
import type { ToolName } from './tool-edits.ts'

/** Tools without a button have keys alone: on a phone a list is moved by its own keyboard. */
export const toolKeys: Readonly<Partial<Record<ToolName, string>>> = {
  Bold: 'Mod+B',
  Italic: 'Mod+I',
  Strikethrough: 'Mod+Shift+X',
  Code: 'Mod+E',
  Link: 'Mod+K',
  'Bulleted list': 'Mod+Shift+8',
  'Numbered list': 'Mod+Shift+7',
  Indent: 'Mod+]',
  Outdent: 'Mod+[',
}

// The keys of the record above are names of tools.
export const keyedTools = Object.entries(toolKeys).map(([label, keys]) => ({ label: label as ToolName, keys }))

/** The tool of a key; null for any other key. */
export function toolOfKey(event: KeyboardEvent): ToolName | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null
  const pressed = `Mod+${event.shiftKey ? 'Shift+' : ''}${/^Digit\d$/.test(event.code) ? event.code.slice(5) : latinKey(event).toUpperCase()}`
  return keyedTools.find(({ keys }) => keys === pressed)?.label ?? null
}
