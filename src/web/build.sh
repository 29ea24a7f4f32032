#!/usr/bin/env bash
# usage: src/web/build.sh     makes target/npm, the package of the engine as WebAssembly, and target/web, the page for
#                             any web host
# Needs Rust's target wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`), or Debian's packages
# rustc-web, cargo-web and rust-web-src, whose std is compiled here. With binaryen's wasm-opt the module gets smaller.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

target=wasm32-unknown-unknown
sysroot=$(rustc --print sysroot)
build=(build --locked --release --target "$target" --package tandem-web --target-dir target/wasm)
# The search recurses over a hundred plies, each with its move lists. Less inlining than usual makes the module 30 kB
# smaller and no slower.
export RUSTFLAGS="-C target-feature=+simd128 -C link-arg=-zstack-size=4194304 -C llvm-args=-inline-threshold=180"
# Over all crates the linker's optimizer makes the search a seventh faster.
export CARGO_PROFILE_RELEASE_STRIP=symbols CARGO_PROFILE_RELEASE_LTO=fat

if [ -d "$sysroot/lib/rustlib/$target" ]; then
    cargo=(cargo "${build[@]}")
elif [ -e "$(/usr/bin/rustc --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library/Cargo.toml" ]; then
    export RUSTC=/usr/bin/rustc RUSTDOC=/usr/bin/rustdoc RUSTC_BOOTSTRAP=1
    # Debian's linker is a package of its own; that of the other Rust is the same program.
    linker=("$sysroot"/lib/rustlib/*/bin/rust-lld)
    [ -x "${linker[0]}" ] && export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=${linker[0]}
    cargo=(/usr/bin/cargo "${build[@]}" -Zbuild-std=std,panic_abort)
else
    printf 'src/web/build.sh: Rust has no target %s here; `rustup target add %s` adds it\n' "$target" "$target" >&2
    exit 1
fi

# Compiles the module, with these features, to a file.
compile() {
    "${cargo[@]}" ${2:+--features "$2"}
    cp "target/wasm/$target/release/tandem_web.wasm" "$1"
    if command -v wasm-opt >/dev/null 2>&1; then
        local features=(simd bulk-memory sign-ext mutable-globals nontrapping-float-to-int multivalue reference-types)
        # The lowest KiB of memory is the end of the stack: no pointer is so small, so that offsets can be folded.
        wasm-opt -Os --low-memory-unused "${features[@]/#/--enable-}" "$1" -o "$1.smaller" && mv "$1.smaller" "$1"
    fi
    printf '%s: %s bytes, compressed %s\n' "$1" "$(wc -c <"$1")" "$(gzip -9c "$1" | wc -c)"
}

rm -rf target/npm
mkdir -p target/npm
cp src/web/npm/* LICENSE-MIT LICENSE-APACHE target/npm
version=$(sed -n '/^\[workspace.package\]/,/^version/s/^version = "\(.*\)"/\1/p' Cargo.toml)
sed -i "s/\"version\": \".*\"/\"version\": \"$version\"/" target/npm/package.json
compile target/npm/tandem.wasm ""

# The page of `tandem play`, with its table in a worker in place of a server.
rm -rf target/web
mkdir -p target/web
cp src/tools/play/page/* LICENSE-MIT LICENSE-APACHE target/web
rm target/web/club* target/web/cup*
cp src/web/page/* src/web/npm/tandem.worker.js target/web
compile target/web/table.wasm page
(
    cd target/web
    files=$(find . -type f ! -name service.js ! -name 'LICENSE*' -printf '%P\n' | LC_ALL=C sort)
    sum=$(xargs cat <<<"$files" | sha256sum | cut -c 1-16)
    sed -i "s/@VERSION@/$sum/; s/@FILES@/$(tr '\n' ' ' <<<"$files" | sed 's/ $//')/" service.js
)
