import type { ComponentType } from 'react'
import type { Peeked } from './peek-address.ts'

export interface PeekPanelProps {
  readonly of: 'issue' | 'epic'
  readonly peeked: Peeked
}

/** The panel shows whole pages, which themselves open it: the app names it here. */
export const peekPanel: { load: () => Promise<ComponentType<PeekPanelProps>> } = {
  load: () => Promise.reject(new Error('The app has not named the panel')),
}
