export const snippetNames = ['node', 'browser', 'python', 'ruby', 'go'] as const
export type SnippetName = (typeof snippetNames)[number]

interface Snippet {
  readonly label: string
  readonly install: string
  readonly code: (dsn: string) => string
}

/** The set-up of applications. @source docs.sentry.io, the first steps of each SDK */
export const snippets: Readonly<Record<SnippetName, Snippet>> = {
  node: {
    label: 'Node.js',
    install: 'npm install @sentry/node',
    code: dsn => `import * as Sentry from '@sentry/node'\n\nSentry.init({ dsn: '${dsn}' })`,
  },
  browser: {
    label: 'Browser',
    install: 'npm install @sentry/browser',
    code: dsn => `import * as Sentry from '@sentry/browser'\n\nSentry.init({ dsn: '${dsn}' })`,
  },
  python: {
    label: 'Python',
    install: 'pip install sentry-sdk',
    code: dsn => `import sentry_sdk\n\nsentry_sdk.init(dsn="${dsn}")`,
  },
  ruby: {
    label: 'Ruby',
    install: 'gem install sentry-ruby',
    code: dsn => `require "sentry-ruby"\n\nSentry.init do |config|\n  config.dsn = "${dsn}"\nend`,
  },
  go: {
    label: 'Go',
    install: 'go get github.com/getsentry/sentry-go',
    code: dsn =>
      `err := sentry.Init(sentry.ClientOptions{Dsn: "${dsn}"})\nif err != nil {\n\tlog.Fatalf("sentry.Init: %s", err)\n}\ndefer sentry.Flush(2 * time.Second)`,
  },
}
