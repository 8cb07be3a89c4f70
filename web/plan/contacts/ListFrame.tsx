import { PlusIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { planTitles } from '#contract/plan/page-titles.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { Pages } from '#web/foundation/places/Pages.tsx'
import { useSearchBox } from '#web/foundation/places/search-box.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { NoMatchingResults } from '#web/ui/status/NoMatchingResults.tsx'
import styles from './Contacts.module.css'
import type { ContactsPageData } from './calls.ts'

interface ListFrameProps {
  readonly page: Pick<ContactsPageData, 'namespace' | 'permissions' | 'counts' | 'hasNext'>
  readonly of: 'contacts' | 'organizations'
  /** Rows of the list; null for none. */
  readonly list: ReactNode
  readonly onNew: () => void
  readonly children: ReactNode
}

const words = {
  contacts: {
    one: 'contact',
    title: planTitles.contacts,
    use: 'Add your customers, and link issues to them.',
  },
  organizations: {
    one: 'organization',
    title: planTitles.organizations,
    use: 'Add the companies and teams that your contacts belong to.',
  },
} as const

/** The shared frame of the lists of contacts and of organizations: states, search and pages. */
export function ListFrame({ page, of, list, onNew, children }: ListFrameProps) {
  const { namespace, permissions, counts } = page
  const base = `/groups/${namespace.fullPath}/-/crm`
  const path = `${base}/${of}`
  const { one, title, use } = words[of]
  usePlace({
    title,
    namespace: shownNamespace(namespace),
    active: 'contacts',
    crumbs: [
      { label: planTitles.contacts, href: `${base}/contacts` },
      ...(of === 'organizations' ? [{ label: title, href: path }] : []),
    ],
  })
  const search = usePageSearch()
  const { state: _state, page: _page, ...rest } = search
  const state = search.state === 'inactive' || search.state === 'all' ? search.state : 'active'
  const box = useSearchBox()
  const create = permissions.canAdminContacts && (
    <Button variant="primary" icon={<PlusIcon />} onClick={onNew}>
      New {one}
    </Button>
  )
  return (
    <Page>
      <PageHeader title={title} actions={create} />
      <div className={styles.kinds}>
        <LinkTabs
          label="Contacts and organizations"
          active={of}
          tabs={[
            { key: 'contacts', label: planTitles.contacts, href: `${base}/contacts` },
            { key: 'organizations', label: planTitles.organizations, href: `${base}/organizations` },
          ]}
        />
      </div>
      <LinkTabs
        label={`${title} by state`}
        active={state}
        tabs={[
          { key: 'active', label: 'Active', count: counts.active, href: addressOf(path, rest) },
          {
            key: 'inactive',
            label: 'Inactive',
            count: counts.inactive,
            href: addressOf(path, { ...rest, state: 'inactive' }),
          },
          {
            key: 'all',
            label: 'All',
            count: counts.active + counts.inactive,
            href: addressOf(path, { ...rest, state: 'all' }),
          },
        ]}
      />
      <div className={styles.search}>
        <SearchInput label={`Search ${of}`} value={box.text} onValue={box.setText} />
      </div>
      {list ??
        (box.asked !== undefined ? (
          <NoMatchingResults>No {one} matches your search.</NoMatchingResults>
        ) : counts.active + counts.inactive === 0 ? (
          <EmptyState illustration={<Illustration of="nothing-yet" />} title={`No ${of} yet`} action={create}>
            {use}
          </EmptyState>
        ) : (
          <EmptyState illustration={<Illustration of="nothing-found" />} title={`No ${state} ${of}`}>
            {state === 'inactive' ? `No ${one} has been deactivated.` : `All ${of} are inactive.`}
          </EmptyState>
        ))}
      <Pages label={`${title} pagination`} hasNext={page.hasNext} />
      {children}
    </Page>
  )
}
