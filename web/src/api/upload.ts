import { signed } from './http.ts'

/**
 * Sends files as a form with the admin token. Each field has the path of its file as name.
 * @param onShare called with the share that is sent, 0 … 1
 */
export function upload(
  path: string,
  files: ReadonlyMap<string, Blob>,
  onShare: (share: number) => void,
): Promise<Response> {
  const body = new FormData()
  for (const [name, content] of files) body.append(name, content, name)
  // fetch does not report upload progress
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onShare(loaded / total)
    }
    request.onload = () => {
      const headers = { 'retry-after': request.getResponseHeader('retry-after') ?? '' }
      resolve(new Response(request.responseText, { status: request.status, headers }))
    }
    request.onerror = () => reject(new Error('the server cannot be reached'))
    request.open('POST', path)
    for (const [name, value] of signed()) request.setRequestHeader(name, value)
    request.send(body)
  })
}
