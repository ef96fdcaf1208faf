# Both images for both architectures, with a bill of materials and provenance:
#   VERSION=1.2.3 REVISION=$(git rev-parse HEAD) docker buildx bake -f deploy/docker-bake.hcl --push

variable "REGISTRY" { default = "flagstaff" }
variable "VERSION" { default = "0.1.0" }
variable "REVISION" { default = "" }

group "default" {
  targets = ["server", "edge"]
}

target "base" {
  context    = "."
  dockerfile = "deploy/Dockerfile"
  platforms  = ["linux/amd64", "linux/arm64"]
  args = {
    VERSION  = VERSION
    REVISION = REVISION
  }
  attest = ["type=sbom", "type=provenance,mode=max"]
}

target "server" {
  inherits = ["base"]
  tags     = ["${REGISTRY}/flagstaff:${VERSION}", "${REGISTRY}/flagstaff:latest"]
}

target "edge" {
  inherits = ["base"]
  target   = "edge"
  tags     = ["${REGISTRY}/flagstaff-edge:${VERSION}", "${REGISTRY}/flagstaff-edge:latest"]
}
