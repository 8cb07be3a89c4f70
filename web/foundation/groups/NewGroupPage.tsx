import { useState } from 'react'
import type { Visibility } from '#contract/shapes.ts'
import { useKeptText } from '#web/api/kept-text.ts'
import { createGroup, dashboardPage, groupPage, namespacePage, newGroupPage } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo, usePageSearch } from '#web/api/route.tsx'
import { UnsentOffer } from '#web/api/UnsentOffer.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { Form, FormActions, Pair } from '../Form.tsx'
import { NamespacePicker, type Target } from '../places/NamespacePicker.tsx'
import { pathFrom } from '../places/path.ts'
import { isWithin, VisibilityField } from '../places/VisibilityField.tsx'
import { fieldProblem, formProblem } from '../problems.ts'
import { useResting } from '../resting.ts'

export function NewGroupPage() {
  usePlace({ title: 'New group', namespace: null, active: null, crumbs: [] })
  const given = usePageSearch().parent_id
  const parentId = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : undefined
  const { data } = useReading(newGroupPage, parentId === undefined ? {} : { parentId })
  return (
    <Page width="narrow">
      <PageHeader title="New group" detail="A group holds projects. Its members are members of all of them." />
      {data === undefined ? (
        <Skeleton rows={6} shape="row" />
      ) : data.canCreateAtTop || data.parents.length > 0 ? (
        <NewGroupForm
          start={
            data.parents.find(each => each.id === parentId) ?? (data.canCreateAtTop ? null : (data.parents[0] ?? null))
          }
          canCreateAtTop={data.canCreateAtTop}
        />
      ) : (
        <EmptyState title="You may not create groups" action={<LinkButton href="/">Go to your projects</LinkButton>}>
          Ask an administrator, or the owner of a group below which you need one.
        </EmptyState>
      )}
    </Page>
  )
}

interface NewGroupFormProps {
  readonly start: Target | null
  readonly canCreateAtTop: boolean
}

function NewGroupForm({ start, canCreateAtTop }: NewGroupFormProps) {
  const goTo = useGoTo()
  const [name, setName] = useState('')
  const [path, setPath] = useState<string | null>(null)
  const [parent, setParent] = useState(start)
  const [query, setQuery] = useResting('')
  const [wanted, setWanted] = useState<Visibility>('private')
  const description = useKeptText('groups.new.description')
  const { data: found, isFetching } = useReading(newGroupPage, query === '' ? {} : { search: query }, {
    keepPrevious: true,
  })
  const create = useOperation(createGroup, {
    refreshes: [dashboardPage, groupPage, namespacePage],
    onSuccess: group => {
      description.clear()
      goTo(`/${group.fullPath}`)
    },
  })
  const visibility = parent === null || isWithin(wanted, parent.visibility) ? wanted : parent.visibility
  const slug = path ?? pathFrom(name)
  const { error } = create

  function submit() {
    create.mutate({
      name: name.trim(),
      path: slug,
      description: description.text,
      visibility,
      ...(parent === null ? {} : { parentId: parent.id }),
    })
  }

  return (
    <Card>
      <Form
        problem={formProblem(error, ['name', 'path', 'description', 'visibilityLevel', 'visibility'])}
        onSubmit={() => !create.isPending && submit()}
      >
        <FormField label="Name" error={fieldProblem(error, 'name', 'Name')}>
          <TextInput
            autoFocus
            required
            placeholder="My team"
            value={name}
            onChange={event => setName(event.target.value)}
          />
        </FormField>
        <Pair>
          <FormField label="Parent group" optional={canCreateAtTop}>
            <NamespacePicker
              label="Parent group"
              targets={found?.parents ?? []}
              chosen={parent}
              loading={isFetching}
              placeholder={canCreateAtTop ? 'None: at the top' : 'Search groups'}
              onChosen={setParent}
              onQuery={setQuery}
            />
          </FormField>
          <FormField
            label="Path"
            hint={slug !== '' && `${window.location.host}/${parent === null ? '' : `${parent.fullPath}/`}${slug}`}
            error={fieldProblem(error, 'path', 'Path')}
          >
            <TextInput
              code
              required
              autoCapitalize="none"
              spellCheck={false}
              placeholder="my-team"
              value={slug}
              onChange={event => setPath(event.target.value)}
            />
          </FormField>
        </Pair>
        <UnsentOffer places={[description.place]} />
        <FormField label="Description" optional error={fieldProblem(error, 'description', 'Description')}>
          <TextArea
            rows={2}
            maxLength={500}
            value={description.text}
            onChange={event => description.setText(event.target.value)}
          />
        </FormField>
        <VisibilityField
          of="group"
          value={visibility}
          parent={parent}
          error={fieldProblem(error, 'visibilityLevel', 'Visibility')}
          onValue={setWanted}
        />
        <FormActions>
          <Button type="submit" variant="primary" busy={create.isPending}>
            Create group
          </Button>
          <LinkButton href="/" variant="quiet">
            Cancel
          </LinkButton>
        </FormActions>
      </Form>
    </Card>
  )
}
