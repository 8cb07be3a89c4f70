import { createContext } from 'react'

/** Whether an approval by the viewer requires their password. Pages of what is approved provide it. */
export const ApprovalPasswordContext = createContext(false)
