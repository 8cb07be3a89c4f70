import { groupTopic } from '#contract/live-topics.ts'
import { getGroupOrganizationsPage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { contactsInput } from '#web/plan/page-input.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { activateOrganization, type OrganizationData, type OrganizationsPageData } from './calls.ts'
import { type Opens, useEdited } from './edited.ts'
import { ListFrame } from './ListFrame.tsx'
import { OrganizationDialog } from './OrganizationDialog.tsx'
import { Detail, Row } from './Row.tsx'

function Organizations({ opens }: { readonly opens?: Opens }) {
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

function Shown({ page, opens }: { readonly page: OrganizationsPageData; readonly opens: Opens }) {
  const { namespace, organizations } = page
  const { edited, edit, close } = useEdited(page, 'organizations', organizations, { opens, named: page.organization })
  return (
    <ListFrame
      page={page}
      of="organizations"
      onNew={() => edit('new')}
      list={
        organizations.length === 0 ? null : (
          <List aria-label="Organizations">
            {organizations.map(organization => (
              <OrganizationRow
                key={organization.id}
                page={page}
                organization={organization}
                onEdit={() => edit(organization)}
              />
            ))}
          </List>
        )
      }
    >
      {edited !== null && (
        <OrganizationDialog groupId={namespace.id} organization={edited === 'new' ? null : edited} onClose={close} />
      )}
    </ListFrame>
  )
}

interface OrganizationRowProps {
  readonly page: OrganizationsPageData
  readonly organization: OrganizationData
  readonly onEdit: () => void
}

const rate = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

function OrganizationRow({ page: { namespace, permissions }, organization, onEdit }: OrganizationRowProps) {
  const { id, name, description, defaultRate, active, contactsCount } = organization
  return (
    <Row
      name={name}
      isActive={active}
      details={description !== '' && <Detail>{description}</Detail>}
      beside={
        <>
          <TextLink
            tone="muted"
            href={`/groups/${namespace.fullPath}/-/crm/contacts?state=all&search=${encodeURIComponent(name)}`}
          >
            {counted(contactsCount, 'contact')}
          </TextLink>
          {defaultRate !== null && <Detail>Default rate {rate.format(defaultRate)}</Detail>}
        </>
      }
      canAdmin={permissions.canAdminContacts}
      onEdit={onEdit}
      activate={wanted => activateOrganization(id, wanted)}
    />
  )
}
