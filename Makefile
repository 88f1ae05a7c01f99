# The commands of this repository; `make` alone lists them.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo demo-client build lint format test screenshots model mutants bench soak proofs proto verify clean

INSTALLED := node_modules/.package-lock.json
SPA := dist/daemon/spa/index.html

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: build ## start the demo application with Gatehouse beside it (DEMO_PORT, default 8080)
	@exec node dist/demo/main.js

demo-client: build ## run a real MCP client through the whole flow of the running demo
	@exec node dist/demo/client.js

build: $(INSTALLED) $(SPA) ## install packages where needed and compile everything
	@echo 'Compiling …'
	@node scripts/prune-built.mjs
	@npx --no-install tspc -b
	@node scripts/copy-assets.mjs
	@chmod +x dist/daemon/main.js

# Folders are among the sources, so that a file that is gone is noticed as well.
$(SPA): $(INSTALLED) $(shell find daemon/spa daemon/admin/api -not -name '*.test.ts')
	@echo 'Bundling …'
	@npx --no-install vite build --config daemon/spa/vite.config.ts --logLevel warn
	@touch $@

lint: $(INSTALLED) ## eslint, import rules, forbidden text, formatting
	@npm run --silent lint

format: $(INSTALLED) ## format every file
	@npx --no-install prettier --log-level warn --write .

test: $(INSTALLED) ## build, lint and test everything; the last line counts
	@node scripts/test.mjs $(TESTS)

screenshots: build ## pictures of every screen of the admin application, into test/output/screens (SCREENS: some of them)
	@node dist/test/browser/admin/screenshots.js $(SCREENS)

model: build ## drive the real parts by random programs, faults included, and hold every answer against a model (MODEL_MINUTES)
	@exec node dist/test/model/main.js

mutants: build ## change what guards something, one place at a time; the tests have to notice (MUTANTS_AREAS, MUTANTS, MUTANTS_SEED)
	@exec node dist/test/mutation/main.js

bench: build ## measure against the peers, on this machine, in one run
	@scripts/bench-tools.sh
	@exec node dist/bench/main.js

soak: build ## mixed load while parts are stopped, killed and paused (SOAK_MINUTES, default 10)
	@exec node dist/test/soak/main.js

proofs: soak mutants model ## what takes longer than the tests: make soak, make mutants, make model

proto: $(INSTALLED) ## lint the contract, compare it with main, generate its types
	@scripts/proto-check.sh
	@scripts/proto-types.sh

verify: build ## generate what is generated, and fail when that differs from what is committed
	@scripts/verify.sh

clean: ## remove what was built
	rm -rf dist proto/dist sdk/typescript/dist
	find . -name '*.tsbuildinfo' -not -path './node_modules/*' -delete

# npm writes this file when it has installed; it is newer than the lock file exactly when the packages are those of it.
$(INSTALLED): package-lock.json .npmrc
	@node -e "const [a, b] = process.versions.node.split('.'); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)" || \
	  { echo 'Node.js 20, from 20.19 on, is needed (https://nodejs.org)' >&2; exit 1; }
	@command -v npm >/dev/null || { echo 'npm is needed beside Node.js (Debian: apt-get install npm)' >&2; exit 1; }
	npm ci
	@touch $@
