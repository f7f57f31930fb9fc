//: output BasculeWebKit
//: needs ChainNavigationDelegate

#if canImport(WebKit)
  public import Foundation
  public import WebKit

  /// Receives the files that pages download. Without a delegate, downloads are cancelled.
  @MainActor public protocol WebDownloadDelegate: AnyObject {
    /// Returns the place of the new file; nil cancels the download.
    func destination(
      of download: WKDownload, suggestedName: String, response: URLResponse
    ) async -> URL?
    /// Called when the download has begun. Its `progress` changes from now on.
    func downloadDidStart(_ download: WKDownload)
    func downloadDidFinish(_ download: WKDownload)
    func download(_ download: WKDownload, failedWith error: any Error)
  }

  extension ChainNavigationDelegate: WKDownloadDelegate {
    public func download(
      _ download: WKDownload, decideDestinationUsing response: URLResponse,
      suggestedFilename: String
    ) async -> URL? {
      await downloadDelegate?.destination(
        of: download, suggestedName: suggestedFilename, response: response)
    }

    /// Answers a challenge as for pages, since WebKit alone would accept any certificate that the system accepts.
    public func download(
      _ download: WKDownload, respondTo challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      guard let webView else { return (.performDefaultHandling, nil) }
      return await self.webView(webView, respondTo: challenge)
    }

    public func downloadDidFinish(_ download: WKDownload) {
      downloadDelegate?.downloadDidFinish(download)
    }

    public func download(
      _ download: WKDownload, didFailWithError error: any Error, resumeData: Data?
    ) {
      downloadDelegate?.download(download, failedWith: error)
    }
  }
#endif
