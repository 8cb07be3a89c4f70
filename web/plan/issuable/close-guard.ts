import { createContext, useContext } from 'react'

/** Asks before a change of state. @returns whether to go on */
export type AskBeforeClosing = () => Promise<boolean>

/** Provided by kinds whose closing needs a confirmation. */
export const CloseGuardContext = createContext<AskBeforeClosing>(async () => true)

export const useCloseGuard = (): AskBeforeClosing => useContext(CloseGuardContext)
