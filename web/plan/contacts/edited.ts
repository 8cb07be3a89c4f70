import { useState } from 'react'
import { useGoTo } from '#web/api/route.tsx'
import type { ContactsPageData } from './calls.ts'

/** The dialog that the address of a page of contacts or organizations opens. */
export type Opens = 'new' | 'edit' | undefined

/**
 * The contact or organization in the dialog of its list: a new one, one of the list, or null while the dialog is closed.
 *
 * @param named  the one that the address names
 */
export function useEdited<Item extends { readonly id: number }>(
  { namespace, permissions }: Pick<ContactsPageData, 'namespace' | 'permissions'>,
  of: 'contacts' | 'organizations',
  items: readonly Item[],
  { opens, named }: { readonly opens: Opens; readonly named: Item | null },
) {
  const goTo = useGoTo()
  const opened = opens === 'new' ? 'new' : opens === 'edit' ? named : null
  const [edited, edit] = useState<Item | 'new' | null>(permissions.canAdminContacts ? opened : null)
  // The list may have it newer.
  const current = edited === null || edited === 'new' ? edited : (items.find(({ id }) => id === edited.id) ?? edited)

  function close() {
    edit(null)
    if (opens !== undefined) goTo(`/groups/${namespace.fullPath}/-/crm/${of}`, { replace: true })
  }

  return { edited: current, edit, close }
}
