/** The patterns of files that every checkout generates anew, by language, tool or system. */
export const gitignores: ReadonlyMap<string, string> = new Map([
  [
    'Android',
    `# Build output
build/
.gradle/
*.apk
*.aab
*.dex
captures/
.cxx/

# Settings of one machine
local.properties
.idea/
*.iml

# Signing keys
*.jks
*.keystore
`,
  ],
  [
    'C',
    `# Objects and dependencies of the compiler
*.o
*.obj
*.d

# Precompiled headers
*.gch
*.pch

# Libraries
*.a
*.lib
*.so
*.so.*
*.dylib
*.dll

# Programs
*.exe
*.out

# Debug information
*.dSYM/
*.pdb
`,
  ],
  [
    'C++',
    `# Objects and dependencies of the compiler
*.o
*.obj
*.d

# Precompiled headers
*.gch
*.pch

# Libraries
*.a
*.lib
*.so
*.so.*
*.dylib
*.dll

# Programs
*.exe
*.out

# CMake
CMakeCache.txt
CMakeFiles/
cmake-build-*/
compile_commands.json
`,
  ],
  [
    'Dart',
    `.dart_tool/
.packages
build/
coverage/
doc/api/
.flutter-plugins
.flutter-plugins-dependencies
`,
  ],
  [
    'Dotnet',
    `# Build output
bin/
obj/
artifacts/
TestResults/

# Packages
*.nupkg
*.snupkg

# Settings of one person
.vs/
*.user
*.suo
`,
  ],
  [
    'Go',
    `# Programs and libraries
*.exe
*.dll
*.so
*.dylib

# Tests
*.test
*.out
coverage.*

# Workspaces of one machine
go.work
go.work.sum

# Settings
.env
`,
  ],
  [
    'Gradle',
    `.gradle/
build/
!gradle/wrapper/gradle-wrapper.jar
.kotlin/
`,
  ],
  [
    'Java',
    `# Compiled classes and packages
*.class
*.jar
*.war
*.ear

# Crashes of the virtual machine
hs_err_pid*
replay_pid*
`,
  ],
  [
    'JetBrains',
    `.idea/
*.iml
*.ipr
*.iws
out/
`,
  ],
  [
    'Linux',
    `*~
.fuse_hidden*
.directory
.Trash-*
.nfs*
`,
  ],
  [
    'Maven',
    `target/
pom.xml.releaseBackup
pom.xml.versionsBackup
release.properties
dependency-reduced-pom.xml
.mvn/timing.properties
`,
  ],
  [
    'Node',
    `# Packages
node_modules/
*.tgz
.npm
.yarn/cache
.yarn/unplugged
.pnpm-store/

# Output
dist/
build/
coverage/
.nyc_output/
*.tsbuildinfo
.cache/

# Logs
logs/
*.log

# Settings with secrets
.env
.env.*
!.env.example
`,
  ],
  [
    'PHP',
    `# Packages
vendor/
composer.phar

# Tests
.phpunit.cache/
.phpunit.result.cache

# Settings with secrets
.env
`,
  ],
  [
    'Python',
    `# Compiled
__pycache__/
*.py[cod]
*.so

# Environments
.venv/
venv/
env/

# Packages
build/
dist/
*.egg-info/
*.egg
wheels/

# Tests and checks
.pytest_cache/
.tox/
.nox/
.coverage
.coverage.*
htmlcov/
.mypy_cache/
.ruff_cache/

# Notebooks
.ipynb_checkpoints/

# Settings with secrets
.env
`,
  ],
  [
    'Ruby',
    `# Packages
*.gem
.bundle/
vendor/bundle/

# Output
coverage/
doc/
.yardoc/
pkg/
tmp/
log/*.log

# Settings with secrets
.env
config/master.key
`,
  ],
  [
    'Rust',
    `# Build output
target/
debug/

# Backups of rustfmt
**/*.rs.bk

# Debug information
*.pdb
`,
  ],
  [
    'Scala',
    `*.class
target/
project/target/
project/project/
.bloop/
.metals/
.bsp/
`,
  ],
  [
    'Swift',
    `# Build output
.build/
build/
DerivedData/

# Xcode, settings of one person
xcuserdata/
*.xcuserstate

# Packages
Packages/
Pods/
Carthage/Build/
`,
  ],
  [
    'TeX',
    `*.aux
*.bbl
*.bcf
*.blg
*.fdb_latexmk
*.fls
*.lof
*.log
*.lot
*.nav
*.out
*.run.xml
*.snm
*.synctex.gz
*.toc
*.vrb
`,
  ],
  [
    'Terraform',
    `.terraform/
*.tfstate
*.tfstate.*
*.tfplan
crash.log
crash.*.log

# Values with secrets
*.tfvars
*.tfvars.json

override.tf
override.tf.json
*_override.tf
.terraformrc
terraform.rc
`,
  ],
  [
    'Unity',
    `[Ll]ibrary/
[Tt]emp/
[Oo]bj/
[Bb]uild/
[Bb]uilds/
[Ll]ogs/
[Uu]ser[Ss]ettings/
[Mm]emoryCaptures/

*.csproj
*.sln
*.apk
*.aab
*.unitypackage
`,
  ],
  [
    'VisualStudioCode',
    `.vscode/*
!.vscode/settings.json
!.vscode/tasks.json
!.vscode/launch.json
!.vscode/extensions.json
*.code-workspace
.history/
*.vsix
`,
  ],
  [
    'Windows',
    `Thumbs.db
ehthumbs.db
[Dd]esktop.ini
$RECYCLE.BIN/
*.lnk
*.stackdump
`,
  ],
  [
    'macOS',
    `.DS_Store
.AppleDouble
.LSOverride
._*
.Spotlight-V100
.Trashes
.fseventsd
`,
  ],
])
