import { createContext } from 'react'

/** Whether an approval by the viewer requires their password. Pages of noteables with approvals provide it. */
export const ApprovalPasswordContext = createContext(false)
