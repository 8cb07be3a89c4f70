import { useState } from 'react'
import { groupTopic } from '#contract/live-topics.ts'
import { getGroupOrganizationsPage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams, usePageSearch } from '#web/api/route.tsx'
import { PlaceListSkeleton } from '#web/plan/PlaceListSkeleton.tsx'
import { contactsInput } from '#web/plan/page-input.ts'
import { useCall } from '#web/plan/use-call.ts'
import { RowMenu } from '#web/ui/actions/RowMenu.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { counted } from '#web/ui/text/counted.ts'
import styles from './Contacts.module.css'
import { activateOrganization, contactReadings, type OrganizationData, type OrganizationsPageData } from './calls.ts'
import { ListFrame } from './ListFrame.tsx'
import { OrganizationDialog } from './OrganizationDialog.tsx'

interface OrganizationsProps {
  /** What the address opens. */
  readonly opens?: 'new' | 'edit'
}

function Organizations({ opens }: OrganizationsProps) {
  const { namespace = '', organizationId } = usePageParams()
  const input = contactsInput(namespace, usePageSearch(), { organizationId })
  const { data } = useReading(getGroupOrganizationsPage, input, {
    keepPrevious: true,
    topics: page => [groupTopic(page.namespace.id)],
  })
  return data === undefined ? <PlaceListSkeleton title="Organizations" /> : <Shown page={data} opens={opens} />
}

export const OrganizationsPage = () => <Organizations />
export const NewOrganizationPage = () => <Organizations opens="new" />
export const EditOrganizationPage = () => <Organizations opens="edit" />

type Edited = OrganizationData | 'new' | null

function Shown({ page, opens }: { readonly page: OrganizationsPageData; readonly opens: OrganizationsProps['opens'] }) {
  const { namespace, permissions, organizations } = page
  const goTo = useGoTo()
  const named = opens === 'new' ? 'new' : opens === 'edit' ? page.organization : null
  const [edited, setEdited] = useState<Edited>(permissions.canAdminContacts ? named : null)
  function close() {
    setEdited(null)
    if (opens !== undefined) goTo(`/groups/${namespace.fullPath}/-/crm/organizations`, { replace: true })
  }
  return (
    <ListFrame
      page={page}
      of="organizations"
      onNew={() => setEdited('new')}
      list={
        organizations.length === 0 ? null : (
          <List aria-label="Organizations">
            {organizations.map(organization => (
              <Row
                key={organization.id}
                page={page}
                organization={organization}
                onEdit={() => setEdited(organization)}
              />
            ))}
          </List>
        )
      }
    >
      {edited !== null && (
        <OrganizationDialog
          groupId={namespace.id}
          organization={edited === 'new' ? null : (organizations.find(({ id }) => id === edited.id) ?? edited)}
          onClose={close}
        />
      )}
    </ListFrame>
  )
}

interface RowProps {
  readonly page: OrganizationsPageData
  readonly organization: OrganizationData
  readonly onEdit: () => void
}

const rate = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

function Row({ page: { namespace, permissions }, organization, onEdit }: RowProps) {
  const { id, name, description, defaultRate, active, contactsCount } = organization
  const activate = useCall((wanted: boolean) => activateOrganization(id, wanted), {
    refreshes: contactReadings,
    saysErrors: true,
    onSuccess: (_, wanted) => showToast(`${name} ${wanted ? 'activated' : 'deactivated'}`),
  })
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className={styles.name}>
          <bdi>{name}</bdi>
          {!active && <span className={styles.note}>Inactive</span>}
        </span>
        {description !== '' && <bdi className={styles.detail}>{description}</bdi>}
      </div>
      <div className={styles.reach}>
        <TextLink
          tone="muted"
          href={`/groups/${namespace.fullPath}/-/crm/contacts?state=all&search=${encodeURIComponent(name)}`}
        >
          {counted(contactsCount, 'contact')}
        </TextLink>
        {defaultRate !== null && <span className={styles.detail}>Default rate {rate.format(defaultRate)}</span>}
      </div>
      {permissions.canAdminContacts && (
        <RowMenu
          label={`Actions for ${name}`}
          items={[
            { label: 'Edit', onSelect: onEdit },
            { label: active ? 'Deactivate' : 'Activate', onSelect: () => activate.mutate(!active) },
          ]}
        />
      )}
    </li>
  )
}
