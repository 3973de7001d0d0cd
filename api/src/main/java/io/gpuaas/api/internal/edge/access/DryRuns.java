package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.service.Callers;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/// Carries out each request with `?dryRun=true` in one transaction that is never kept: what the
/// request itself reads again is as it would be, for all others nothing has happened. Comes last,
/// so that a denial is recorded after the end of that transaction.
@Component
public final class DryRuns implements HandlerInterceptor {
  private static final String TRANSACTION = DryRuns.class.getName();

  private final PlatformTransactionManager transactions;
  private final Callers callers;

  DryRuns(PlatformTransactionManager transactions, Callers callers) {
    this.transactions = transactions;
    this.callers = callers;
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (handler instanceof HandlerMethod method
        && method.hasMethodAnnotation(DryRunnable.class)
        && "true".equals(request.getParameter(DryRunnable.PARAMETER))) {
      request.setAttribute(
          TRANSACTION, transactions.getTransaction(new DefaultTransactionDefinition()));
    }
    return true;
  }

  /// Rights that were read in between may have been those of the dry run.
  @Override
  public void afterCompletion(
      HttpServletRequest request,
      HttpServletResponse response,
      Object handler,
      @Nullable Exception cause) {
    if (request.getAttribute(TRANSACTION) instanceof TransactionStatus status) {
      request.removeAttribute(TRANSACTION);
      transactions.rollback(status);
      callers.forget();
    }
  }
}
