export interface Language {
  readonly name: string
  /** Whether its bytes count as code. */
  readonly counts: boolean
}

const code: Readonly<Record<string, string>> = {
  Assembly: 'asm s',
  Astro: 'astro',
  Awk: 'awk',
  Batchfile: 'bat cmd',
  C: 'c h',
  'C#': 'cs',
  'C++': 'cc cpp cxx hh hpp hxx',
  Clojure: 'clj cljs cljc edn',
  CMake: 'cmake',
  CoffeeScript: 'coffee',
  Crystal: 'cr',
  CSS: 'css',
  CUDA: 'cu cuh',
  D: 'd',
  Dart: 'dart',
  Dockerfile: 'dockerfile',
  Elixir: 'ex exs heex',
  Elm: 'elm',
  Erlang: 'erl hrl',
  'F#': 'fs fsi fsx',
  Fortran: 'f f90 f95 for',
  Go: 'go',
  GraphQL: 'graphql gql',
  Groovy: 'groovy gradle',
  Haml: 'haml',
  Haskell: 'hs lhs',
  HCL: 'tf tfvars hcl',
  HTML: 'html htm xhtml',
  Java: 'java',
  JavaScript: 'js mjs cjs jsx',
  Julia: 'jl',
  Kotlin: 'kt kts',
  Less: 'less',
  'Common Lisp': 'lisp lsp',
  Lua: 'lua',
  Makefile: 'mk makefile',
  MATLAB: 'matlab',
  Nim: 'nim',
  Nix: 'nix',
  'Objective-C': 'm mm',
  OCaml: 'ml mli',
  Pascal: 'pas pp',
  Perl: 'pl pm',
  PHP: 'php phtml',
  PLpgSQL: 'pgsql plpgsql',
  PowerShell: 'ps1 psm1 psd1',
  Python: 'py pyi pyw',
  R: 'r',
  Racket: 'rkt',
  Ruby: 'rb erb rake gemspec ru',
  Rust: 'rs',
  Sass: 'sass',
  Scala: 'scala sbt',
  Scheme: 'scm ss',
  SCSS: 'scss',
  Shell: 'sh bash zsh fish',
  Solidity: 'sol',
  SQL: 'sql',
  Svelte: 'svelte',
  Swift: 'swift',
  Tcl: 'tcl',
  TypeScript: 'ts mts cts tsx',
  'Vim Script': 'vim',
  Vue: 'vue',
  WebAssembly: 'wat wast',
  Zig: 'zig',
}

const texts: Readonly<Record<string, string>> = {
  AsciiDoc: 'adoc asciidoc',
  CSV: 'csv',
  Diff: 'diff patch',
  INI: 'ini cfg conf properties editorconfig',
  JSON: 'json jsonc json5 geojson',
  LaTeX: 'tex sty cls',
  Markdown: 'md markdown mdx',
  'Protocol Buffer': 'proto',
  reStructuredText: 'rst',
  SVG: 'svg',
  Text: 'txt text log',
  TOML: 'toml',
  TSV: 'tsv',
  XML: 'xml xsd xsl xslt plist',
  YAML: 'yml yaml',
}

const byEnding = new Map<string, Language>()
for (const [names, counts] of [
  [code, true],
  [texts, false],
] as const)
  for (const [name, endings] of Object.entries(names))
    for (const ending of endings.split(' ')) byEnding.set(ending, { name, counts })

const byName: Readonly<Record<string, string>> = {
  'cmakelists.txt': 'cmake',
  containerfile: 'dockerfile',
  gemfile: 'rb',
  gnumakefile: 'makefile',
  jenkinsfile: 'groovy',
  rakefile: 'rb',
  vagrantfile: 'rb',
}

/** The language of a file by its name; null if the name gives none. */
export function languageOf(path: string): Language | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const ending = byName[name] ?? name.slice(name.lastIndexOf('.') + 1)
  return byEnding.get(ending) ?? null
}
