# The commands of this repository; `make` alone lists them.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo demo-client build lint format test screenshots pictures model mutants host-mutants go-mutants every-test bench soak dist image proofs proto verify clean

INSTALLED := node_modules/.package-lock.json
SPA := dist/daemon/spa/index.html

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: build ## start the demo application with Gatehouse beside it (DEMO_PORT; DEMO_HOST=python or go for another language)
	@scripts/demo-tools.sh
	@exec node dist/demo/main.js

demo-client: build ## run a real MCP client through the whole flow of the running demo
	@exec node dist/demo/client.js

build: $(INSTALLED) $(SPA) ## install missing packages and compile everything
	@echo 'Compiling …'
	@node scripts/prune-built.mjs
	@scripts/compile.sh
	@node scripts/copy-assets.mjs
	@chmod +x dist/daemon/main.js

# The sources include folders, so that a deleted file also triggers a build.
$(SPA): $(INSTALLED) $(shell find daemon/spa daemon/admin/api -not -name '*.test.ts')
	@echo 'Bundling …'
	@npx --no-install vite build --config daemon/spa/vite.config.ts --logLevel warn
	@touch $@

lint: $(INSTALLED) ## oxlint, import rules, forbidden text, formatting
	@npm run --silent lint

format: $(INSTALLED) ## format every file
	@npx --no-install oxfmt

test: $(INSTALLED) ## build, lint and run the tests; the last line has the counts
	@node scripts/test.mjs $(TESTS)

every-test: $(INSTALLED) ## make test with every combination and every detail, in about half an hour
	@EVERY_TEST=1 node scripts/test.mjs $(TESTS)

screenshots: build ## write pictures of every admin screen to test/output/screens (SCREENS selects some)
	@node dist/test/browser/admin/screenshots.js $(SCREENS)

pictures: build ## take the pictures of docs/admin from the real pages
	@node dist/test/browser/admin/pictures.js

model: build ## run random programs with faults against the real parts, and check every answer with a model (MODEL_MINUTES)
	@exec node dist/test/model/main.js

mutants: build ## change guarding code, one place at a time; a test must fail each time (MUTANTS_AREAS, MUTANTS_AT, MUTANTS, MUTANTS_SEED)
	@exec node dist/test/mutation/main.js

bench: build ## compare performance with the peers on this machine
	@scripts/bench-tools.sh
	@exec node dist/bench/main.js

soak: build ## run a mixed load while parts are stopped, killed and paused (SOAK_MINUTES, default 30)
	@exec node dist/test/soak/main.js

host-mutants: build ## break one sentence of the contract at a time in a host; check-host must notice (HOST_MUTANTS selects some)
	@exec node dist/test/mutants/main.js

dist: build ## pack everything that one can install into dist/artifacts, reproducibly
	@scripts/dist-tools.sh
	@node scripts/dist.mjs

image: build ## compare two builds of make dist, and run the image, deploy/ and two proxies with the demo
	@scripts/image-tools.sh
	@npx --no-install mocha --reporter spec 'dist/test/image/*.proof.js'

go-mutants: build ## change one guard of the Go SDK at a time; its tests or check-host must notice (GO_MUTANTS selects some)
	@exec node dist/test/go-mutants/main.js

proofs: soak mutants host-mutants go-mutants every-test model image ## run the long checks: make soak, mutants, host-mutants, go-mutants, every-test, model, image

proto: $(INSTALLED) ## lint the contract, compare it with main, generate its types
	@scripts/proto-check.sh
	@scripts/proto-types.sh
	@/usr/bin/python3 sdk/python/scripts/generate_contract.py

verify: build ## regenerate the generated files, and fail if they differ from the committed ones
	@scripts/verify.sh

clean: ## remove all build output
	rm -rf dist proto/dist sdk/typescript/dist
	find . -name '*.tsbuildinfo' -not -path './node_modules/*' -delete

# npm writes this file after it has installed; it is newer than the lock file if the installed packages match.
$(INSTALLED): package-lock.json .npmrc
	@node -e "const [a, b] = process.versions.node.split('.'); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)" || \
	  { echo 'Gatehouse needs Node.js 20.19 or later (https://nodejs.org)' >&2; exit 1; }
	@command -v npm >/dev/null || { echo 'Gatehouse needs npm (Debian: apt-get install npm)' >&2; exit 1; }
	npm ci
	@touch $@
