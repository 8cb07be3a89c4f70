import { useState } from 'react'
import type { Visibility } from '#contract/shapes.ts'
import { useKeptText } from '#web/api/kept-text.ts'
import { createProject, dashboardPage, newProjectPage } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo, usePageSearch } from '#web/api/route.tsx'
import { UnsentOffer } from '#web/api/UnsentOffer.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { Form, FormActions, Pair } from '../Form.tsx'
import { NamespacePicker, type Target } from '../places/NamespacePicker.tsx'
import { pathFrom } from '../places/path.ts'
import { isWithin, VisibilityField } from '../places/VisibilityField.tsx'
import { fieldProblem, formProblem } from '../problems.ts'
import { useResting } from '../resting.ts'

export function NewProjectPage() {
  usePlace({ title: 'New project', namespace: null, active: null, crumbs: [] })
  const namespaceId = numberIn(usePageSearch().namespace_id)
  const { data } = useReading(newProjectPage, namespaceId === undefined ? {} : { namespaceId })
  return (
    <Page width="narrow">
      <PageHeader title="New project" detail="A repository, its issues, and everybody who works on them." />
      {data === undefined ? (
        <Skeleton rows={6} shape="row" />
      ) : (
        <NewProjectForm start={startOf(data.namespaces, namespaceId)} />
      )}
    </Page>
  )
}

const numberIn = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined

const startOf = (targets: readonly Target[], id: number | undefined): Target | null =>
  targets.find(target => target.id === id) ?? targets[0] ?? null

function NewProjectForm({ start }: { readonly start: Target | null }) {
  const goTo = useGoTo()
  const [name, setName] = useState('')
  const [path, setPath] = useState<string | null>(null)
  const [target, setTarget] = useState(start)
  const [query, setQuery] = useResting('')
  const [wanted, setWanted] = useState<Visibility>('private')
  const [hasReadme, setReadme] = useState(true)
  const description = useKeptText('projects.new.description')
  const { data: found, isFetching } = useReading(newProjectPage, query === '' ? {} : { search: query }, {
    keepPrevious: true,
  })
  const create = useOperation(createProject, {
    refreshes: [dashboardPage],
    onSuccess: project => {
      description.clear()
      goTo(`/${project.pathWithNamespace}`)
    },
  })
  const parent = target?.kind === 'group' ? target : null
  const visibility = parent === null || isWithin(wanted, parent.visibility) ? wanted : parent.visibility
  const slug = path ?? pathFrom(name)
  const { error } = create

  function submit() {
    create.mutate({
      name: name.trim(),
      path: slug,
      description: description.text,
      visibility,
      initializeWithReadme: hasReadme,
      ...(target === null ? {} : { namespaceId: target.id }),
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
            placeholder="My project"
            value={name}
            onChange={event => setName(event.target.value)}
          />
        </FormField>
        <Pair>
          <FormField label="Where" error={fieldProblem(error, 'namespace', 'Where')}>
            <NamespacePicker
              label="Where"
              targets={found?.namespaces ?? []}
              chosen={target}
              loading={isFetching}
              onChosen={setTarget}
              onQuery={setQuery}
            />
          </FormField>
          <FormField
            label="Path"
            hint={slug !== '' && target !== null && `${window.location.host}/${target.fullPath}/${slug}`}
            error={fieldProblem(error, 'path', 'Path')}
          >
            <TextInput
              code
              required
              autoCapitalize="none"
              spellCheck={false}
              placeholder="my-project"
              value={slug}
              onChange={event => setPath(event.target.value)}
            />
          </FormField>
        </Pair>
        <UnsentOffer places={[description.place]} />
        <FormField label="Description" optional error={fieldProblem(error, 'description', 'Description')}>
          <TextArea
            rows={2}
            maxLength={2000}
            value={description.text}
            onChange={event => description.setText(event.target.value)}
          />
        </FormField>
        <VisibilityField
          of="project"
          value={visibility}
          parent={parent}
          error={fieldProblem(error, 'visibilityLevel', 'Visibility')}
          onValue={setWanted}
        />
        <Checkbox
          label="Begin with a README"
          hint="The project can be cloned at once. Leave it out to push a repository that you have."
          checked={hasReadme}
          onChange={event => setReadme(event.target.checked)}
        />
        <FormActions>
          <Button type="submit" variant="primary" busy={create.isPending}>
            Create project
          </Button>
          <LinkButton href="/" variant="quiet">
            Cancel
          </LinkButton>
        </FormActions>
      </Form>
    </Card>
  )
}
